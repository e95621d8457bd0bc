// A shop of several pages. Each body notes in localStorage that it began, waits
// until the test lets it go on, and then does what it does.
import { openChat } from "/chat.js";

const note = (what) => {
  const notes = JSON.parse(localStorage.getItem("notes") ?? "[]");
  localStorage.setItem("notes", JSON.stringify([...notes, what]));
};

/** Resolves when the test has set this item. */
const allowed = (item, signal) =>
  new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (localStorage.getItem(item) === null) return;
      clearInterval(timer);
      resolve();
    }, 20);
    signal.addEventListener("abort", () => {
      clearInterval(timer);
      note(`${item} aborted`);
      reject(signal.reason);
    });
  });

const tools = {
  async price_read(_args, { signal }) {
    note("price_read");
    await allowed("price", signal);
    return { price: 7 };
  },
  async cart_add(_args, { signal }) {
    note("cart_add");
    await allowed("cart", signal);
    return { items: 1 };
  },
  async order_place(_args, { signal }) {
    note("order_place");
    await allowed("order", signal);
    return { placed: true };
  },
  async page_open({ path }, { signal }) {
    note("page_open");
    location.assign(path);
    await allowed("page", signal);
    return { path };
  },
};

const client = openChat(document.querySelector("farhand-chat"), { tools });

// What the tests read.
const events = [];
for (const type of ["session", "resumed", "turn_end", "status"]) {
  client.on(type, (event) => events.push({ ...event, type }));
}
client.on("wire", ({ sent, text }) => {
  if (sent)
    events.push({ ...JSON.parse(text), type: `sent ${JSON.parse(text).type}` });
});
addEventListener("pageshow", ({ persisted }) =>
  events.push({ type: "pageshow", persisted }),
);
Object.assign(window, { client, events });
