# Farhand as one static binary in an empty image.
#
#   docker build -t farhand .
#   docker run --rm --read-only -p 127.0.0.1:8080:8080 -e GEMINI_API_KEY farhand
#
# Any base with Node 20 or newer and npm, and any with Go, will do.
ARG NODE_IMAGE=docker.io/library/node:22-slim
ARG GO_IMAGE=docker.io/library/golang:1.26

FROM ${NODE_IMAGE} AS web
WORKDIR /src
COPY .npmrc package.json package-lock.json ./
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci --workspace web --no-audit --no-fund --loglevel=error
COPY web web
RUN npm run build --workspace web

FROM ${GO_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY contract.go tools.json tools.schema.json ./
COPY cmd cmd
COPY internal internal
COPY web/embed.go web/
COPY --from=web /src/web/dist web/dist
RUN CGO_ENABLED=0 go build -trimpath -o /server ./cmd/server

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /server /server
# No user database in here: nobody by number, as in the usual minimal images.
USER 65532:65532
ENV FARHAND_ADDR=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["/server", "-health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/server"]
