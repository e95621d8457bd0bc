import { FarhandProvider } from "farhand/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";
import { Shop } from "./shop.tsx";

// No tools but those of the shop; `questions`: the chat draws them.
createRoot(document.body).render(
  <StrictMode>
    <FarhandProvider questions tools={{}}>
      <Shop />
      <Chat />
    </FarhandProvider>
  </StrictMode>,
);
