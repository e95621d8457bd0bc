package demo

import (
	"fmt"
	"strings"
)

type device struct {
	Battery *struct {
		Level    float64
		Charging bool
	}
	Network *struct {
		Online        bool
		EffectiveType string
	}
	Screen   *struct{ Width, Height float64 }
	Locale   string
	TimeZone string
}

// topics are the words that people use, each with the fact it asks for; other
// words ask for everything.
var topics = map[string]string{
	"battery": "battery", "charging": "battery", "plugged in": "battery",
	"network": "network", "connection": "network", "internet": "network",
	"online": "network", "offline": "network", "connected": "network",
	"screen": "screen", "window": "screen",
	"language": "locale", "locale": "locale",
	"timezone": "timeZone", "time zone": "timeZone",
}

func describeDevice(groups []string) plan {
	topic := topics[strings.ToLower(firstOf(groups))]
	return plan{
		tools:  []string{deviceContext},
		steps:  []step{calls(deviceContext, nil)},
		answer: func(results []result) string { return aboutDevice(results[0], topic) },
	}
}

// aboutDevice says one fact of the device, or all that this browser tells.
func aboutDevice(r result, topic string) string {
	var d device
	r.read(&d)
	facts := d.facts()
	if topic != "" {
		if fact := facts[topic]; fact != "" {
			return fact
		}
		return "This browser does not tell me that, so I do not guess."
	}
	var sentences []string
	for _, name := range []string{"battery", "network", "screen", "locale", "timeZone"} {
		if facts[name] != "" {
			sentences = append(sentences, facts[name])
		}
	}
	if len(sentences) == 0 {
		return "This browser tells nothing about the device."
	}
	return strings.Join(sentences, " ")
}

// facts are sentences by the name of the field; absent fields have none.
func (d device) facts() map[string]string {
	facts := map[string]string{}
	if b := d.Battery; b != nil {
		state := "not charging"
		if b.Charging {
			state = "charging"
		}
		facts["battery"] = fmt.Sprintf("The battery is at %.0f %% and %s.", b.Level*100, state)
	}
	if n := d.Network; n != nil {
		switch {
		case !n.Online:
			facts["network"] = "The browser says that you are offline."
		case n.EffectiveType != "":
			facts["network"] = fmt.Sprintf("You are online, at about the speed of %s.", strings.ToUpper(n.EffectiveType))
		default:
			facts["network"] = "You are online."
		}
	}
	if s := d.Screen; s != nil {
		facts["screen"] = fmt.Sprintf("The screen is %.0f × %.0f CSS pixels.", s.Width, s.Height)
	}
	if d.Locale != "" {
		facts["locale"] = fmt.Sprintf("The language is %s.", d.Locale)
	}
	if d.TimeZone != "" {
		facts["timeZone"] = fmt.Sprintf("The time zone is %s.", d.TimeZone)
	}
	return facts
}
