package emulator

import (
	"fmt"
	"slices"
	"strings"
)

// responseNames refuses function responses without a name (E39).
func responseNames(w *wire, _ family) *apiError {
	var found []violation
	for i, c := range w.contents {
		for j, p := range c.parts {
			if p.view.Response != nil && p.view.Response.Name == "" {
				found = append(found, violation{
					fmt.Sprintf("GenerateContentRequest.contents[%d].parts[%d].function_response.name", i, j),
					"Name cannot be empty.",
				})
			}
		}
	}
	return bullets(found)
}

// responseTypes are the media that a function response of Gemini 3 may hold.
// Source: https://ai.google.dev/gemini-api/docs/function-calling (E42)
var responseTypes = []string{"image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain"}

// responseMedia refuses media in function responses where the family takes none
// or not that kind (E42).
func responseMedia(w *wire, f family) *apiError {
	for _, c := range w.contents {
		for _, p := range c.parts {
			if len(p.media) > 0 && !f.signs() {
				return invalid("`function_response.parts` is not supported for this model.")
			}
			for _, m := range p.media {
				for _, data := range []string{"inline_data", "file_data"} {
					typ := m.get(data).get("mime_type").string()
					if m.get(data) != nil && !slices.Contains(responseTypes, strings.ToLower(typ)) {
						return invalid("Unsupported MIME type in function_response.parts: %s", typ)
					}
				}
			}
		}
	}
	return nil
}

// responseReferences refuses a response that holds a key $ref, which the
// service takes for the name of a part of that response (E43).
func responseReferences(w *wire, _ family) *apiError {
	for _, c := range w.contents {
		for _, p := range c.parts {
			if p.view.Response == nil {
				continue
			}
			names := map[string]bool{}
			for _, m := range p.media {
				for _, data := range []string{"inline_data", "file_data"} {
					if name := m.get(data).get("display_name").string(); name != "" {
						names[name] = true
					}
				}
			}
			response := p.node.get("function_response").get("response")
			found := response.find(func(n *node) bool {
				ref := n.key("$ref")
				return ref != nil && !names[ref.str]
			})
			if found != nil {
				ref := found.key("$ref")
				name := ref.str
				if ref.kind != text {
					name = string(ref.raw)
				}
				return invalid("The referenced name `%s` in function_response.response does not match "+
					"to a display_name in the function_response.parts.", name)
			}
		}
	}
	return nil
}
