package protocol

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/gowebpki/jcs"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// sample is one entry of testdata/frames: client.json and server.json hold
// valid frames, bad.json what a server refuses and how. The TypeScript tests
// read the same files.
type sample struct {
	Name    string          `json:"name"`
	Frame   json.RawMessage `json:"frame"`   // a valid frame
	Data    string          `json:"data"`    // a bad frame as it arrives
	Code    ErrorCode       `json:"code"`    // expected for Data
	Message string          `json:"message"` // expected for Data
	Ref     string          `json:"ref"`     // expected for Data
}

func samples(t *testing.T, file string) []sample {
	t.Helper()
	data, err := os.ReadFile("testdata/frames/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return list
}

// serverFrames has one empty frame of each type that the server sends.
func serverFrames() []ServerFrame {
	return []ServerFrame{&ServerHello{}, &TurnStart{}, &Text{}, &Reasoning{}, &Retract{}, &Step{}, &Notice{},
		&ToolCall{}, &ToolCancel{}, &ServerToolState{}, &Nack{}, &Inspected{}, &TurnEnd{}, &ContractChanged{}, &Error{}, &Heartbeat{}}
}

// clientFrames has one empty frame of each type that a browser sends.
func clientFrames() map[string]ClientFrame {
	return map[string]ClientFrame{TypeHello: &ClientHello{}, TypeUser: &User{}, TypeToolState: &ClientToolState{},
		TypeToolResult: &ToolResult{}, TypeToolsChanged: &ToolsChanged{}, TypeStop: &Stop{}, TypeReset: &Reset{},
		TypeRevoke: &Revoke{}, TypeEnd: &End{}, TypeInspect: &Inspect{}, TypeHeartbeat: &Heartbeat{}}
}

// snapshotParts has one empty part of each kind.
func snapshotParts() map[PartKind]SnapshotPart {
	return map[PartKind]SnapshotPart{PartText: &TextPart{}, PartReasoning: &TextPart{}, PartCall: &CallPart{},
		PartNotice: &NoticePart{}, PartStep: &StepPart{}}
}

// UnmarshalJSON reads a part as what its kind says. The server never reads one.
func (t *SnapshotTurn) UnmarshalJSON(data []byte) error {
	var turn struct {
		Turn  int
		User  SnapshotUser
		Parts []json.RawMessage
		End   *SnapshotEnd
	}
	if err := json.Unmarshal(data, &turn); err != nil {
		return err
	}
	*t = SnapshotTurn{Turn: turn.Turn, User: turn.User, Parts: []SnapshotPart{}, End: turn.End}
	for _, raw := range turn.Parts {
		var head struct{ Kind PartKind }
		if err := json.Unmarshal(raw, &head); err != nil {
			return err
		}
		part := snapshotParts()[head.Kind]
		if err := json.Unmarshal(raw, part); err != nil {
			return err
		}
		t.Parts = append(t.Parts, part)
	}
	return nil
}

func typeOf(t *testing.T, frame json.RawMessage) string {
	t.Helper()
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(frame, &head); err != nil {
		t.Fatal(err)
	}
	return head.Type
}

func canonical(t *testing.T, data []byte) string {
	t.Helper()
	out, err := jcs.Transform(data)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return string(out)
}

// schema compiles one definition of frames.schema.json.
func schema(t *testing.T, definition string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("frames.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("frames:///schema", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("frames:///schema#/$defs/" + definition)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func validate(t *testing.T, s *jsonschema.Schema, frame []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(frame))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

func TestDecode_samplesComeBackAsTheyWere(t *testing.T) {
	frames := schema(t, "ClientFrame")
	seen := map[string]bool{}
	for _, s := range samples(t, "client.json") {
		t.Run(s.Name, func(t *testing.T) {
			kind := typeOf(t, s.Frame)
			seen[kind] = true
			if err := validate(t, frames, s.Frame); err != nil {
				t.Error(err)
			}
			frame, refusal := Decode(s.Frame)
			if refusal != nil {
				t.Fatalf("refused: %s", refusal.Message)
			}
			body, err := json.Marshal(frame)
			if err != nil {
				t.Fatal(err)
			}
			fields := map[string]json.RawMessage{}
			if err := json.Unmarshal(body, &fields); err != nil {
				t.Fatal(err)
			}
			fields["type"] = json.RawMessage(`"` + kind + `"`)
			again, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := canonical(t, again), canonical(t, s.Frame); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
	for kind := range clientFrames() {
		if !seen[kind] {
			t.Errorf("client.json has no %s", kind)
		}
	}
}

func TestEncode_samplesComeBackAsTheyWere(t *testing.T) {
	frames := schema(t, "ServerFrame")
	seen := map[string]bool{}
	for _, s := range samples(t, "server.json") {
		t.Run(s.Name, func(t *testing.T) {
			kind := typeOf(t, s.Frame)
			seen[kind] = true
			if err := validate(t, frames, s.Frame); err != nil {
				t.Error(err)
			}
			for _, frame := range serverFrames() {
				if frame.FrameType() != kind {
					continue
				}
				if err := json.Unmarshal(s.Frame, frame); err != nil {
					t.Fatal(err)
				}
				encoded := Encode(frame)
				if got, want := canonical(t, encoded), canonical(t, s.Frame); got != want {
					t.Errorf("\n got %s\nwant %s", got, want)
				}
				if !bytes.HasPrefix(encoded, []byte(`{"type":"`+kind+`",`)) {
					t.Errorf("type is not first: %s", encoded)
				}
			}
		})
	}
	for _, frame := range serverFrames() {
		if !seen[frame.FrameType()] {
			t.Errorf("server.json has no %s", frame.FrameType())
		}
	}
}

func TestDecode_refusesBadSamples(t *testing.T) {
	for _, s := range samples(t, "bad.json") {
		t.Run(s.Name, func(t *testing.T) {
			frame, refusal := Decode([]byte(s.Data))
			if refusal == nil {
				t.Fatalf("accepted as %T", frame)
			}
			want := Error{Code: s.Code, Message: s.Message, Ref: s.Ref}
			if frame != nil || *refusal != want {
				t.Errorf("got %T, %+v; want %+v", frame, *refusal, want)
			}
		})
	}
}
