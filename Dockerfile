# Steward with its web application. `docker build -t steward .`; docs/operate/containers.md tells how to run it.

FROM node:24-trixie-slim AS manifests
WORKDIR /steward
# What is installed changes seldom: as long as these files stay, so do the layers that install.
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/api-client/package.json packages/api-client/
COPY packages/conditions/package.json packages/conditions/
COPY packages/contracts/package.json packages/contracts/
COPY packages/formulas/package.json packages/formulas/
COPY packages/rich-text/package.json packages/rich-text/
COPY packages/scores/package.json packages/scores/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY faults/package.json faults/

FROM manifests AS build
# Not "ci": where a registry lacks a package of another platform it refuses the lock file, and this keeps to it.
RUN npm install --no-save --include=dev --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json ./
COPY scripts scripts
COPY packages packages
COPY apps apps
# The guide in the application is made of it.
COPY docs/use docs/use
RUN node scripts/build.mjs

FROM manifests AS packages
RUN npm install --no-save --omit=dev --workspace=apps/server --no-audit --no-fund

FROM node:24-trixie-slim
LABEL org.opencontainers.image.title="Steward" \
      org.opencontainers.image.description="The open customer-success platform" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /steward
RUN groupadd --system --gid 10001 steward \
 && useradd --system --uid 10001 --gid steward --home-dir /steward --shell /usr/sbin/nologin steward \
 && install --directory --owner=steward --group=steward --mode=0700 /data /cache
COPY --from=build /steward/package.json ./
COPY --from=packages /steward/node_modules node_modules
COPY --from=build /steward/packages packages
COPY --from=build /steward/apps/server apps/server
COPY --from=build /steward/apps/web/dist apps/web/dist
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/cache \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=3000 \
    OPERATIONS_PORT=9464
USER 10001:10001
VOLUME ["/data"]
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=60", "apps/server/src/main.ts"]
