/** What the words about a refusal are about. */

/** Keys in the strings. */
export type Subject = "location" | "clipboard" | "other";

/** By the name of the tool; `other` for tools that are not built in. */
export function subjectOf(tool: string): Subject {
  if (tool.startsWith("geolocation_")) return "location";
  return tool.startsWith("clipboard_") ? "clipboard" : "other";
}
