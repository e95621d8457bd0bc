package guard

import (
	"encoding/base64"
	"fmt"
	"strings"

	"farhand/internal/tool"
)

// pictures are the kinds of media that a result may hold, each with the bytes
// that it begins with: those that models read (row K13). A dot stands for any
// byte.
// Source: https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm
var pictures = map[string]string{
	"image/png":  "\x89PNG\r\n\x1a\n",
	"image/jpeg": "\xff\xd8\xff",
	"image/webp": "RIFF....WEBPVP",
}

// head is how many characters of base64 are read to tell a picture.
const head = 24

// notPicture says why m is none that a result may hold; "" if it is one. What
// the page calls it must be what it is: the model's provider refuses the whole
// conversation for a picture that it cannot read.
func notPicture(m tool.Media) string {
	magic, ok := pictures[m.MimeType]
	if !ok {
		return "Media must be image/png, image/jpeg or image/webp."
	}
	data, err := base64.StdEncoding.DecodeString(m.Data[:min(len(m.Data), head)])
	if err != nil || !begins(data, magic) {
		return fmt.Sprintf("The media is no %s.", m.MimeType)
	}
	return ""
}

func begins(data []byte, magic string) bool {
	if len(data) < len(magic) {
		return false
	}
	for i := range magic {
		if magic[i] != '.' && data[i] != magic[i] {
			return false
		}
	}
	return true
}

// mediaBytes is the size of m, decoded.
func mediaBytes(m tool.Media) int {
	return base64.StdEncoding.DecodedLen(len(m.Data)) - strings.Count(m.Data[max(0, len(m.Data)-2):], "=")
}
