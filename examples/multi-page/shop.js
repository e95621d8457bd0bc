// Runs in every page of the shop, before the assistant's own script. The model
// reads the page, and follows links.
document.addEventListener("farhand-ready", ({ detail: { client } }) => {
  client.register("page_read", () => ({
    title: document.title,
    text: document.querySelector("p").textContent,
    links: [...document.querySelectorAll("nav a")].map((link) => ({
      text: link.textContent,
      path: new URL(link.href).pathname,
    })),
  }));

  // The next page goes on with the call, and answers it: the policy says
  // "navigates". So nothing is returned here.
  client.register("page_open", ({ path }) => {
    location.assign(new URL(path, location.origin));
    return new Promise(() => {});
  });
});
