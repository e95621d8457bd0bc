package ticket

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var (
	key    = []byte("0123456789abcdef0123456789abcdef")
	oldKey = []byte("fedcba9876543210fedcba9876543210")
	other  = []byte("................................")
)

// shop is a verifier of two sites; shop changes its key.
func shop(t testing.TB) *Verifier {
	t.Helper()
	v, err := NewVerifier(map[string]Party{
		"shop":  {Keys: [][]byte{key, oldKey}, Origins: func(o string) bool { return o == "https://shop.example" }},
		"press": {Keys: [][]byte{other}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// here is a use that claims fits.
var here = Use{Origin: "https://shop.example", Here: func(aud string) bool { return aud == "chat.example" }}

func claims() Claims {
	now := time.Now().Unix()
	return Claims{
		Site: "shop", Sub: "user-1", Origin: "https://shop.example", Aud: "chat.example",
		Iat: now, Exp: now + 60, Jti: "0123456789abcdef",
	}
}

func reason(err error) Reason {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Reason
	}
	return ""
}

// payload signs any payload, as a host whose code is wrong would.
func payload(key []byte, json string) string {
	signed := version + encoding.EncodeToString([]byte(json))
	return signed + "." + sign(key, signed)
}

// TestMint_vector: what the mint functions of every language write for these
// claims.
func TestMint_vector(t *testing.T) {
	got := Mint(key, Claims{
		Site: "shop", Sub: "user-1", Origin: "https://shop.example", Aud: "chat.example",
		Iat: 1_700_000_000, Exp: 1_700_000_060, Jti: "0123456789abcdef",
	})
	const want = "v1.eyJzaXRlIjoic2hvcCIsInN1YiI6InVzZXItMSIsIm9yaWdpbiI6Imh0dHBzOi8vc2hvcC5leGFtcGxlIiwiYXVkIjoiY2hhdC5leGFtcGxlIiwiaWF0IjoxNzAwMDAwMDAwLCJleHAiOjE3MDAwMDAwNjAsImp0aSI6IjAxMjM0NTY3ODlhYmNkZWYifQ.67mlAGnrpIgF7XrCjsfmQd3nWCMZrjnKY5UNJpPzZhQ"
	if got != want {
		t.Errorf("got %s", got)
	}
}

func TestVerifier_goodTickets(t *testing.T) {
	v := shop(t)
	for name, row := range map[string]struct {
		key    []byte
		change func(*Claims)
	}{
		"the present key":      {key, func(*Claims) {}},
		"the key before":       {oldKey, func(*Claims) {}},
		"another site":         {other, func(c *Claims) { c.Site = "press" }},
		"the longest lifetime": {key, func(c *Claims) { c.Exp = c.Iat + 120 }},
		"a clock ahead":        {key, func(c *Claims) { c.Iat += 4 }},
		"a clock behind":       {key, func(c *Claims) { c.Iat -= 110; c.Exp = c.Iat + 120 }},
		"the longest subject":  {key, func(c *Claims) { c.Sub = strings.Repeat("x", 128) }},
		"a random jti":         {key, func(c *Claims) { c.Jti = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			c := claims()
			c.Jti = fmt.Sprintf("%016d", len(name)) + name[:1]
			row.change(&c)
			got, err := v.Spend(Mint(row.key, c), here)
			if err != nil {
				t.Fatal(err)
			}
			if c.Jti == "" {
				c.Jti = got.Jti
			}
			if got != c {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestVerifier_badTickets: each is refused with its own reason, and uses nothing
// up.
func TestVerifier_badTickets(t *testing.T) {
	change := func(f func(*Claims)) func() string {
		return func() string {
			c := claims()
			f(&c)
			return Mint(key, c)
		}
	}
	raw := func(f func(m map[string]any)) func() string {
		return func() string {
			var m map[string]any
			data, _ := json.Marshal(claims())
			_ = json.Unmarshal(data, &m)
			f(m)
			data, _ = json.Marshal(m)
			return payload(key, string(data))
		}
	}
	text := func(s string) func() string { return func() string { return s } }
	good := func() string { return Mint(key, claims()) }

	for name, row := range map[string]struct {
		ticket func() string
		want   Reason
	}{
		"expired":              {change(func(c *Claims) { c.Iat -= 61; c.Exp = c.Iat + 60 }), Expired},
		"expires now":          {change(func(c *Claims) { c.Exp = c.Iat }), Expired},
		"in the future":        {change(func(c *Claims) { c.Iat += 60; c.Exp += 60 }), Early},
		"too long":             {change(func(c *Claims) { c.Exp = c.Iat + 121 }), Lifetime},
		"for ever":             {change(func(c *Claims) { c.Exp = latest }), Lifetime},
		"overflows":            {change(func(c *Claims) { c.Iat, c.Exp = math.MinInt64+1, math.MaxInt64 }), Malformed},
		"in milliseconds":      {change(func(c *Claims) { c.Iat *= 1000; c.Exp *= 1000 }), Malformed},
		"another origin":       {change(func(c *Claims) { c.Origin = "https://evil.example" }), Origin},
		"another scheme":       {change(func(c *Claims) { c.Origin = "http://shop.example" }), Origin},
		"another server":       {change(func(c *Claims) { c.Aud = "other.example" }), Audience},
		"an unknown site":      {change(func(c *Claims) { c.Site = "nobody" }), Site},
		"a site of others":     {change(func(c *Claims) { c.Site = "press" }), Signature},
		"no site":              {change(func(c *Claims) { c.Site = "" }), Malformed},
		"no subject":           {change(func(c *Claims) { c.Sub = "" }), Malformed},
		"a long subject":       {change(func(c *Claims) { c.Sub = strings.Repeat("x", 129) }), Malformed},
		"a subject with lines": {change(func(c *Claims) { c.Sub = "a\nlevel=error" }), Malformed},
		"a subject of a name":  {change(func(c *Claims) { c.Sub = "Zoë" }), Malformed},
		"a short jti":          {change(func(c *Claims) { c.Jti = "1" }), Malformed},
		"another key":          {func() string { return Mint(other, claims()) }, Signature},
		"an empty key":         {func() string { return Mint(nil, claims()) }, Signature},
		"no field":             {raw(func(m map[string]any) { clear(m) }), Malformed},
		"no exp":               {raw(func(m map[string]any) { delete(m, "exp") }), Malformed},
		"no iat":               {raw(func(m map[string]any) { delete(m, "iat") }), Malformed},
		"a field in capitals":  {raw(func(m map[string]any) { m["Sub"] = m["sub"]; delete(m, "sub") }), Malformed},
		"exp null":             {raw(func(m map[string]any) { m["exp"] = nil }), Malformed},
		"exp as text":          {raw(func(m map[string]any) { m["exp"] = "9999999999" }), Malformed},
		"exp with a fraction":  {raw(func(m map[string]any) { m["exp"] = 1.5 }), Malformed},
		"exp too large":        {raw(func(m map[string]any) { m["exp"] = 1e30 }), Malformed},
		"names an algorithm":   {raw(func(m map[string]any) { m["alg"] = "none" }), Malformed},
		"says more":            {raw(func(m map[string]any) { m["scope"] = "admin" }), Malformed},
		"two objects":          {func() string { return payload(key, "{}{}") }, Malformed},
		"a closing brace":      {func() string { return payload(key, "{}}") }, Malformed},
		"a list":               {func() string { return payload(key, "[]") }, Malformed},
		"no JSON":              {func() string { return payload(key, "x") }, Malformed},
		"empty":                {text(""), Malformed},
		"dots":                 {text("v1.."), Malformed},
		"no signature":         {func() string { t, _, _ := cutLast(good(), "."); return t }, Malformed},
		"an empty signature":   {func() string { t, _, _ := cutLast(good(), "."); return t + "." }, Signature},
		"half a signature":     {func() string { return good()[:len(good())-20] }, Signature},
		"a padded signature":   {func() string { return good() + "=" }, Signature},
		"a line behind it":     {func() string { return good() + "\n" }, Signature},
		"another version":      {func() string { return "v2" + good()[2:] }, Malformed},
		"a JSON web token":     {text("eyJhbGciOiJub25lIn0.e30."), Malformed},
		"a fourth part":        {func() string { return "v1.e30." + good()[3:] }, Malformed},
		"a line in it":         {func() string { return payload(key, "{}")[:5] + "\n" + payload(key, "{}")[5:] }, Malformed},
		"standard base64":      {func() string { return strings.ReplaceAll(payload(key, `{"site":"???>>>"}`), "_", "/") }, Malformed},
		"huge":                 {func() string { return good() + strings.Repeat("A", MaxBytes) }, Malformed},
		"a huge payload":       {change(func(c *Claims) { c.Sub = strings.Repeat("x", 1<<20) }), Malformed},
		"nested":               {func() string { return payload(key, strings.Repeat("[", 1000)) }, Malformed},
	} {
		t.Run(name, func(t *testing.T) {
			v := shop(t)
			for range 2 { // it is not remembered as used
				if _, err := v.Spend(row.ticket(), here); reason(err) != row.want {
					t.Errorf("%v, want %s", err, row.want)
				}
			}
			if _, err := v.Spend(good(), here); err != nil {
				t.Errorf("the good one after it: %v", err)
			}
		})
	}
}

// TestVerifier_everyByteCounts: no byte of a ticket can be another one.
func TestVerifier_everyByteCounts(t *testing.T) {
	v := shop(t)
	good := Mint(key, claims())
	for i := range good {
		for _, b := range []byte{good[i] ^ 1, good[i] ^ 0x20, 'A', 'B', '_', '.', '=', '\n', 0, 0xff} {
			if b == good[i] {
				continue
			}
			bad := good[:i] + string(rune(b)) + good[i+1:]
			if _, err := v.Check(bad, here); err == nil {
				t.Errorf("byte %d as %q: taken", i, b)
			}
		}
		if _, err := v.Check(good[:i], here); err == nil {
			t.Errorf("cut at %d: taken", i)
		}
	}
	if _, err := v.Check(good, here); err != nil {
		t.Errorf("the good one: %v", err)
	}
}

func TestVerifier_aTicketIsGoodOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := shop(t)
		c := claims()
		c.Iat += 5
		c.Exp = c.Iat + 120 // the latest that is taken now
		one := Mint(key, c)
		if _, err := v.Check(one, here); err != nil {
			t.Fatal(err)
		}
		if _, err := v.Spend(one, here); err != nil {
			t.Fatal(err)
		}
		for range 124 {
			if _, err := v.Spend(one, here); reason(err) != Reused {
				t.Fatalf("again: %v", err)
			}
			if _, err := v.Check(one, here); reason(err) != Reused {
				t.Fatalf("checked again: %v", err)
			}
			time.Sleep(time.Second)
			next := claims()
			next.Jti = "" // others are used meanwhile
			if _, err := v.Spend(Mint(key, next), here); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Second)
		if _, err := v.Spend(one, here); reason(err) != Expired {
			t.Errorf("in the end: %v", err)
		}
	})
}

func TestVerifier_ofManyAtOnceOneIsLetIn(t *testing.T) {
	v := shop(t)
	one := Mint(key, claims())
	var in atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, err := v.Spend(one, here); err == nil {
				in.Add(1)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 {
		t.Errorf("%d were let in", in.Load())
	}
}

// TestReplay_isBoundedAndForgets: what is full refuses, and is empty again when
// nothing in it can be good any more; another site does not notice.
func TestReplay_isBoundedAndForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := shop(t)
		s := v.sites["shop"]
		for i := range maxUsed {
			s.used.add(fmt.Sprint(i), time.Now())
		}
		if _, err := v.Spend(Mint(key, claims()), here); reason(err) != Crowded {
			t.Errorf("full: %v", err)
		}
		elsewhere := claims()
		elsewhere.Site = "press"
		if _, err := v.Spend(Mint(other, elsewhere), here); err != nil {
			t.Errorf("another site: %v", err)
		}
		time.Sleep(period)
		if _, err := v.Spend(Mint(key, claims()), here); err != nil {
			t.Errorf("one period later: %v", err)
		}
		if len(s.used.before) != maxUsed {
			t.Errorf("%d of the period before", len(s.used.before))
		}
		time.Sleep(2 * period)
		if _, err := v.Spend(Mint(key, claims()), here); err != nil {
			t.Errorf("later: %v", err)
		}
		if n := len(s.used.now) + len(s.used.before); n != 1 {
			t.Errorf("%d are remembered", n)
		}
	})
}

func TestNewVerifier_refusesWeakKeys(t *testing.T) {
	for name, keys := range map[string][][]byte{"none": nil, "an empty one": {key, {}}, "a short one": {key[:31]}} {
		if _, err := NewVerifier(map[string]Party{"shop": {Keys: keys}}); err == nil || strings.Contains(err.Error(), "0123") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestParseKey(t *testing.T) {
	long := strings.Repeat("ab-_", 11)
	if k, err := ParseKey(long); err != nil || len(k) != 33 {
		t.Errorf("%d bytes, %v", len(k), err)
	}
	for _, bad := range []string{"", "SECRET", long[:40], long + "=", long + "+", strings.Repeat("SECR", 11) + "\n", long + " "} {
		if _, err := ParseKey(bad); err == nil || strings.Contains(err.Error(), "SECR") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzVerifier: what nobody signed is refused with a reason, and its words are not
// in the message.
func FuzzVerifier(f *testing.F) {
	f.Add(Mint(key, claims()))
	f.Add(Mint(other, claims()))
	f.Add(payload(other, `{"site":"shop","sub":"MARKER"}`))
	f.Add("v1.e30.x")
	f.Fuzz(func(t *testing.T, ticket string) {
		v, err := NewVerifier(map[string]Party{"shop": {Keys: [][]byte{[]byte("a key that no corpus knows, really")}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.Spend(ticket, here)
		var r *Refusal
		if !errors.As(err, &r) || r.Message == "" {
			t.Fatalf("%q: %v", ticket, err)
		}
		if r.Reason != Malformed && r.Reason != Site && r.Reason != Signature {
			t.Errorf("%q: %s", ticket, r.Reason)
		}
	})
}
