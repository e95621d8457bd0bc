package tool

import (
	"slices"

	"farhand/internal/protocol"
)

// scriptEval is the capability to run any code. No tool may have it: tools are
// few, small and sharply typed (H32).
const scriptEval = "script.eval"

// checkTool reports combinations that contradict each other. spec is wire with
// its defaults.
func checkTool(path string, wire *wireTool, spec *Spec, faults *Faults) {
	policy := path + ".policy"
	if spec.Policy.Risk == RiskCritical && spec.Policy.Approval != ApprovalAlways {
		faults.add(policy+".approval", "a critical tool always asks: leave approval out or say always")
	}
	if spec.Asks() && spec.UI.Ask == "" {
		faults.add(path+".ui.ask", "is missing: a tool that asks needs the sentence that the user allows")
	}
	if spec.Policy.RerunOnReload && !spec.ReadOnly && !spec.Idempotent {
		faults.add(policy+".onReload", "rerun is only for a tool that is read-only or idempotent")
	}
	if spec.ReadOnly && wire.Annotations.DestructiveHint {
		faults.add(path+".annotations.destructiveHint", "a read-only tool destroys nothing")
	}
	for _, name := range spec.Policy.Capabilities {
		checkCapability(policy+".capabilities", name, faults)
	}
}

func checkCapability(path, name string, faults *Faults) {
	if name == scriptEval {
		faults.add(path, quote(name)+" is refused: a tool that runs any code cannot be checked")
		return
	}
	if _, ok := features[name]; !ok && !slices.Contains(ownCapabilities, name) {
		faults.add(path, quote(name)+" is no Permissions-Policy feature, nor storage, speech or device")
	}
}

// checkPlaceholders reports each {name} of sentence that is no property of the
// input schema.
func checkPlaceholders(path, sentence string, input *node, faults *Faults) {
	properties := input.get("properties")
	for _, name := range placeholders(sentence) {
		if !properties.isObject() || !properties.has(name) {
			faults.add(path, "{"+protocol.Cut(plain(name), maxLeafChars)+"} is no property of inputSchema")
		}
	}
}
