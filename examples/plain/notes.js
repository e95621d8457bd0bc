// The body of the tool in tools.json: it writes on the page. This script comes
// before the assistant's, which may be there at once on another visit.
document.addEventListener("farhand-ready", ({ detail: { client } }) => {
  const list = document.querySelector("#notes");
  client.register("note_add", ({ text }) => {
    const note = document.createElement("li");
    note.textContent = text;
    list.append(note);
    return { notes: list.children.length };
  });
});
