/**
 * Writes the provenance of a release: an in-toto statement (v1) with a SLSA predicate (v1) of which commit and builder made which bytes.
 * It is unsigned, because a release by hand has no identity that others could check.
 */

interface ReleasedFile {
  name: string
  sha256: string
}

export interface ReleaseBuild {
  version: string
  commit: string
  /** A locator as pip and SLSA write it, `git+https://…`. */
  repository: string
  /** A URI that says whose machine built it. */
  builder: string
  startedOn: Date
  nodeVersion: string
}

const buildType = 'urn:lodgewire:build:npm-run-release:v1'

export function provenanceOf(files: readonly ReleasedFile[], build: ReleaseBuild) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: { version: build.version },
        internalParameters: { node: build.nodeVersion },
        resolvedDependencies: [
          { uri: `${build.repository}@${build.commit}`, digest: { gitCommit: build.commit } },
        ],
      },
      runDetails: {
        builder: { id: build.builder },
        metadata: { startedOn: build.startedOn.toISOString() },
      },
    },
  }
}
