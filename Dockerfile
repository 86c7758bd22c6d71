# The image of Identikit: one executable and the libraries that it is linked with, run by a user without rights.
#
#   docker build --tag identikit .
#
# NODE_IMAGE: any image for glibc that has Node 20 or later, npm and tar.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm run executables -- here && npx tsx scripts/image-root.ts /image

FROM scratch
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="identikit" \
      org.opencontainers.image.description="Mock server and conformance suite for an identity-management service" \
      org.opencontainers.image.source="https://github.com/identikit/identikit" \
      org.opencontainers.image.documentation="https://github.com/identikit/identikit/blob/main/docs/server.md" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /image/ /
COPY --from=build --chown=10001:10001 /image/state /state
USER 10001:10001
# Everything that is written goes here: state files, reports. A file identikit.config.yaml in it is read at the start.
WORKDIR /state
VOLUME /state
EXPOSE 4010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["/identikit", "health"]
ENTRYPOINT ["/identikit"]
CMD ["serve", "--host", "0.0.0.0"]
