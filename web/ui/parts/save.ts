/** Files that the page offers to save. */

const readMs = 60_000; // the browser reads a file after the task that offers it

/** Lets the browser save a text as a file of that name and media type. */
export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readMs);
}
