/**
 * Who may import whom. A layer imports itself and the layers below it:
 *
 *   contract <- platform <- connector-kit <- connectors
 *                                         <- records <- upstream <- features <- main / cli
 *                        <- http                                 <- features
 *
 * Inside of src/features a domain knows the domains before it in scripts/domains.json.
 */
const domains = require('./scripts/domains.json')

// TypeScript 7 has no programming interface yet, so dependency-cruiser needs another parser. Without one it finds no
// modules at all and calls that a success.
try {
  require.resolve('@swc/core')
} catch {
  throw new Error('The import rules need @swc/core as a development dependency: nothing was checked.')
}

/** A file may import only what is listed; everything else inside src is forbidden. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: allowed },
})

/** What a process begins with, or a thread of it. */
const roots =
  '^src/(main|cli)\\.ts$|^src/cli/|^src/features/calendar/ical/file/worker\\.ts$|^src/http/docs-pages/yaml-thread\\.ts$'
/** Test code of a layer is run by the test runner; nothing imports it. */
const testCode = '\\.(test|examples)\\.ts$|/testing/'

/** A domain and those before it in the list. */
const domainRules = domains.map((domain, index) => ({
  name: `domain-${domain}`,
  comment:
    'A domain uses domains that stand before it in scripts/domains.json. What both need belongs into src/records or src/upstream.',
  severity: 'error',
  from: { path: `^src/features/${domain}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^src/features/[^/]+/',
    pathNot: `^src/features/(${domains.slice(0, index + 1).join('|')})/`,
  },
}))

module.exports = {
  forbidden: [
    ...domainRules,
    {
      name: 'every-domain-is-listed',
      comment: 'A new domain is entered in scripts/domains.json.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/', pathNot: `^src/features/(${domains.join('|')})/` },
      to: {},
    },
    only(
      'contract',
      '^src/contract/',
      ['^src/contract/'],
      'The contract knows nothing but its schema library.',
    ),
    only('platform', '^src/platform/', ['^src/(contract|platform)/'], 'Mechanism has no business words.'),
    only(
      'connector-kit',
      '^src/connector-kit/',
      ['^src/(contract|platform|connector-kit)/'],
      'The kit serves every vendor and knows none.',
    ),
    only(
      'connectors',
      '^src/connectors/([^/]+)/',
      ['^src/(contract|connector-kit)/', '^src/connectors/$1/'],
      'A vendor sees the kit, the contract and itself: no database, no feature, no other vendor.',
    ),
    only(
      'connector-list',
      '^src/connectors/index\\.ts$',
      ['^src/connector-kit/', '^src/connectors/[^/]+/index\\.ts$'],
      'The list of vendors takes one file from each.',
    ),
    only('http', '^src/http/', ['^src/(contract|platform|http)/'], 'HTTP glue knows no resource.'),
    only(
      'services',
      '^src/services\\.ts$',
      ['^src/(contract|platform|connector-kit)/'],
      'What a process has is known below the features.',
    ),
    only(
      'records',
      '^src/records/',
      ['^src/(contract|platform|connector-kit|records)/', '^src/services\\.ts$'],
      'Records are stored, shown and told in the same way by whoever changes them: they know nobody who does.',
    ),
    only(
      'upstream',
      '^src/upstream/',
      ['^src/(contract|platform|connector-kit|records|upstream)/', '^src/services\\.ts$'],
      'The way to a vendor knows no resource.',
    ),
    only(
      'features',
      '^src/features/',
      ['^src/(contract|platform|connector-kit|http|records|upstream|features)/', '^src/services\\.ts$'],
      'Features are handed a connector object; only main and cli name vendors.',
    ),
    {
      name: 'domains-meet-in-public',
      comment:
        'A domain uses another one through its public.ts; files directly in features/ are common ground.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/features/[^/]+/',
        pathNot: ['^src/features/$1/', '^src/features/[^/]+/public\\.ts$'],
      },
    },
    {
      name: 'common-ground-is-below-domains',
      comment:
        'What lies directly in features/ serves domains; only the route table, the tables of acts, of encrypted columns and of what forgetting erases, and the server join them.',
      severity: 'error',
      from: {
        path: '^src/features/[^/]+\\.ts$',
        pathNot: '^src/features/(routes|act-kinds|sealed-places|guest-erasers|http-server)\\.ts$',
      },
      to: { path: '^src/features/[^/]+/' },
    },
    {
      name: 'contract-imports',
      comment: 'The contract has to be usable anywhere.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: testCode },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/typebox/' },
    },
    {
      name: 'vendors-have-no-reach-of-their-own',
      comment: 'A vendor talks to the world through the client it is handed.',
      severity: 'error',
      from: { path: '^src/connectors/[^/]+/', pathNot: testCode },
      to: {
        dependencyTypes: ['npm', 'core'],
        pathNot: ['node_modules/typebox/', '^(node:)?crypto$'],
      },
    },
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other when they run are one file, or lack a third. Types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports it and it imports nothing: it is not used.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: [testCode, roots] },
      to: {},
    },
    {
      name: 'reachable',
      comment:
        'What the programs never load is dead: a route, a task or a vendor that was not entered in its list.',
      severity: 'error',
      from: { path: roots },
      // The kit may hold a tool before the vendor that needs it arrives; the contract is published as a whole.
      to: {
        path: '^src/(connectors|features|http|platform|records|upstream)/',
        pathNot: [testCode, roots],
        reachable: false,
      },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'What runs must be there without the tools of development.',
      severity: 'error',
      from: { path: '^src/', pathNot: testCode },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'declared-dependencies',
      comment: 'Every package is named in package.json and can be found.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'resolvable',
      comment: 'A file that does not exist.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'product-without-tests',
      comment:
        'src/ does not need test/, bench/ or scripts/. The simulators stand beside the product: the command line starts them.',
      severity: 'error',
      from: { path: '^src/', pathNot: testCode },
      to: { path: '^(test|bench|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}
