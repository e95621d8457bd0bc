# Thin wrappers around the real commands. Everything needs Go, Node 20 or newer
# and make; `make test` also needs git, a C compiler and Chromium.

.DEFAULT_GOAL := build
.PHONY: build web package run gen lint test test-gen test-go test-web test-e2e screens bench bench-page image image-check clean

NPM_STAMP := node_modules/.installed

build: web ## bin/server: one static binary with the web part inside
	@scripts/need.sh go
	CGO_ENABLED=0 go build -trimpath -o bin/server ./cmd/server

web: $(NPM_STAMP) ## bundle the page and the client library into web/dist, the npm package into web/npm
	@npm run --silent build -w web
	@npm run --silent package -w web

package: web ## the npm package as a file, web/farhand-<version>.tgz
	@cd web && npm pack ./npm --silent

# Packages are installed again only when the lock file changed.
$(NPM_STAMP): package-lock.json
	@scripts/need.sh node
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

run: ## install, build and serve on 127.0.0.1:8080
	@scripts/need.sh go node
	@$(MAKE) --no-print-directory build
	@exec bin/server

gen: $(NPM_STAMP) ## write the generated files again
	go generate ./...
	@npm run --silent gen -w web

lint: $(NPM_STAMP) ## gofmt, go vet, staticcheck, tsc, prettier
	@scripts/need.sh go
	@unformatted=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
	  test -z "$$unformatted" || { echo "not gofmt'd:" $$unformatted; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	@npm run --silent check -w web
	@npm run --silent check -w e2e
	npx prettier --check --log-level=warn .

test: ## everything that CI checks
	@scripts/need.sh go node cc git
	$(MAKE) --no-print-directory lint
	$(MAKE) --no-print-directory test-gen
	$(MAKE) --no-print-directory test-web
	$(MAKE) --no-print-directory build
	$(MAKE) --no-print-directory test-go
	$(MAKE) --no-print-directory test-e2e

test-gen: ## generated files are what the generators write
	scripts/gen-check.sh

test-go: ## all Go tests with the race detector
	@scripts/need.sh go cc
	CGO_ENABLED=1 go test -race ./...

test-web: $(NPM_STAMP) ## unit tests of the web part
	@npm run --silent test -w web

test-e2e: build ## the built server in a real Chromium
	@CHROMIUM=$$(scripts/chromium.sh) && export CHROMIUM && npm run --silent test -w e2e

screens: build ## take the pictures of docs/screens again, where the page looks different
	@CHROMIUM=$$(scripts/chromium.sh) && export CHROMIUM && npm run --silent screens -w e2e

bench: ## Go benchmarks
	go test -run '^$$' -bench . -benchmem ./...

bench-page: $(NPM_STAMP) ## what a frame costs in a conversation of 1,000 messages
	@CHROMIUM=$$(scripts/chromium.sh) && export CHROMIUM && node e2e/bench/long.mjs

image: ## container image farhand, with docker, podman or buildah
	scripts/image.sh

image-check: ## build the image on stand-in base images and run it here
	scripts/image-check.sh

clean: ## what the other targets leave behind
	rm -rf bin web/npm web/*.tgz $(NPM_STAMP)
	find web/dist -mindepth 1 ! -name placeholder.txt -delete
