package httpapi

import (
	"strings"
	"testing"

	"farhand/internal/quota"
)

const (
	keyText    = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"
	oldKeyText = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA"
)

func TestParseSites(t *testing.T) {
	sites, err := ParseSites([]byte(`{"sites": {
		"shop": {"keys": ["` + keyText + `", "` + oldKeyText + `"], "origins": ["https://shop.example", "https://www.shop.example:443"],
		         "limits": {"subject": {"turnsPerMinute": 7, "sockets": 0}, "ip": {"bytesPerMinute": 1000}}},
		"press": {"keys": ["` + keyText + `"], "origins": ["https://press.example"]}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	shop := sites["shop"]
	want := quota.Ticketed()
	if sites["press"].Limits != want {
		t.Errorf("limits of press %+v", sites["press"].Limits)
	}
	want.Subject.Turns, want.Subject.Sockets, want.Address.Bytes = 7, 0, 1000
	if shop.Limits != want || len(shop.Keys) != 2 || string(shop.Keys[0]) != "0123456789abcdef0123456789abcdef" || shop.Origins[1] != "https://www.shop.example" {
		t.Errorf("shop %+v", shop)
	}
}

// TestParseSites_faults: each names its place, and none repeats a key.
func TestParseSites_faults(t *testing.T) {
	site := func(fields string) string { return `{"sites": {"shop": {` + fields + `}}}` }
	const keys, origins = `"keys": ["` + keyText + `"]`, `"origins": ["https://shop.example"]`
	for text, want := range map[string]string{
		``:                           "the file is empty",
		"\uFEFF{}":                   "byte order mark",
		"{\n// ours\n}":              "line 2, column 1: invalid character '/' looking for beginning of object key string; JSON has no comments",
		`{"sites": {}, "sites": {}}`: "sites: the key is there twice",
		site(keys + `, "keys": ["SECRET"], ` + origins): "sites.shop.keys: the key is there twice",
		site(keys + `, "Keys": ["SECRET"], ` + origins): "sites.shop.Keys: the key is there in another case as well",
		strings.Repeat(`{"a":`, 20_000):                 "exceeded max depth",
		`[]`:                                            "want another type",
		`{}`:                                            "sites: want at least one",
		`{"sites": {}}`:                                 "sites: want at least one",
		`{"sites": {}} x`:                               "line 1, column 15",
		`{"sites": {"shop": {` + keys + `, ` + origins + `}}, "site": 1}`: `unknown field "site"`,
		`{"sites": {"Shop": {` + keys + `, ` + origins + `}}}`:            `sites: "Shop": want a name`,
		`{"sites": {"a/b": {` + keys + `, ` + origins + `}}}`:             `sites: "a/b": want a name`,
		`{"sites": {"": {` + keys + `, ` + origins + `}}}`:                `sites: "": want a name`,
		`{"sites": {"anonymous": {` + keys + `, ` + origins + `}}}`:       "not anonymous",
		site(keys):                                   "sites.shop.origins: want at least one",
		site(keys + `, "origins": ["*"]`):            `sites.shop.origins: "*": not an origin`,
		site(origins):                                "sites.shop.keys: want one, or two",
		site(`"keys": [], ` + origins):               "sites.shop.keys: want one, or two",
		site(`"keys": ["SECRETSECRET"], ` + origins): "sites.shop.keys[0]: want at least 32 bytes, have 9",
		site(`"keys": ["` + keyText + `", "SECRET!"], ` + origins):                    "sites.shop.keys[1]: want base64url",
		site(`"keys": ["` + keyText + `=", "x"], ` + origins):                         "sites.shop.keys[0]: want base64url without padding",
		site(`"keys": "SECRET", ` + origins):                                          "want another type than string",
		site(keys + `, ` + origins + `, "key": "SECRET"`):                             `unknown field "key"`,
		site(keys + `, ` + origins + `, "limits": {"user": {}}`):                      `sites.shop.limits: unknown field "user"`,
		site(keys + `, ` + origins + `, "limits": {"subject": {"turns": 1}}`):         `sites.shop.limits: unknown field "turns"`,
		site(keys + `, ` + origins + `, "limits": {"site": {"sockets": -1}}`):         "sites.shop.limits: site: want numbers from 0",
		site(keys + `, ` + origins + `, "limits": {"site": {"sockets": "SECRET"}}`):   "sites.shop.limits: site.sockets: want another type than string",
		site(keys+`, `+origins+`, "limits": 5`) + "":                                  "sites.shop.limits: ",
		site(`"keys": ["a", "b", "c"], "origins": []`):                                "sites.shop.keys: want one, or two",
		strings.Replace(site(keys+`, `+origins), "shop", strings.Repeat("s", 65), 1):  "want a name",
		strings.Replace(site(keys+`, `+origins), "shop", "ok", 1) + `{"sites": null}`: "line 1, column 114",
	} {
		_, err := ParseSites([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
		if err != nil && (strings.Contains(err.Error(), "SECRET") || strings.Contains(err.Error(), "MDEy")) {
			t.Errorf("a key is repeated: %v", err)
		}
	}
}
