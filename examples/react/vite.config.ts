import { defineConfig } from "vite";

// While you develop, pages come from Vite and all else from the server.
const server = "http://127.0.0.1:8080";

export default defineConfig({
  server: { proxy: { "/ws": { target: server, ws: true }, "/check": server } },
});
