import type { Package } from "../packages.ts";

/** The definition of the container image. */
export function dockerfile({ name, version, description, license }: Package): string {
  return `# Written by \`npm run packages\`. Clew as an image: docker build -f integrations/container/Dockerfile -t ${name}:${version} .
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci && npm pack --pack-destination /

FROM node:24-slim
LABEL org.opencontainers.image.title="Clew" \\
  org.opencontainers.image.version="${version}" \\
  org.opencontainers.image.description="${description}" \\
  org.opencontainers.image.licenses="${license}"
RUN --mount=type=bind,from=build,source=/,target=/build npm install --global /build/${name}-*.tgz \\
  && mkdir /data && chown node:node /data
USER node
ENV CLEW_HOME=/data LOG_FORMAT=json
VOLUME /data
EXPOSE 4747
ENTRYPOINT ["${name}"]
CMD ["serve", "--host", "0.0.0.0"]
`;
}
