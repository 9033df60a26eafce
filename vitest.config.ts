import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.mjs'
import { createRecordReporter } from './scripts/test/record.reporter.mjs'

const databaseSetup = 'apps/server/test/global-setup.ts'
/** Judges every statement that the other tests of the server made it ask: npm test runs it after them. */
const lastTest = 'apps/server/test/distribution/recorded.test.ts'
const minute = 60_000

/** Timing over many rounds, kills in every place, growth: `npm run test:long`. A smoke test of each is in npm test. */
const long = ['**/*.long.test.ts']

/** Tests that need neither a database nor a browser. */
const pure = [
  'packages/{contracts,api-client,formulas,rich-text,scores}/{src,test}/**/*.test.ts',
  'apps/server/src/**/*.rules.test.ts',
  'apps/server/test/boundaries/boundaries.test.ts',
  'apps/server/test/prose/prose.test.ts',
  'faults/**/*.test.ts',
]

/** What is waited for comes in its time on a busy machine too. */
const poll = { timeout: 20_000 }

/** Files that replace modules (`vi.mock`) change what a worker has imported, so each runs in a worker of its own. */
const mocking = [
  'apps/server/src/modules/logo/logo.test.ts',
  'apps/server/src/modules/webhook-management/webhook.call.test.ts',
  'apps/server/src/platform/http-out/http-out.test.ts',
  'apps/server/test/upgrade/checks.test.ts',
]

/** Files of these projects run one after another in the same worker, which imports the application once. */
const shared = { isolate: false, pool: 'forks' } as const

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    reporters: ['default', createRecordReporter()],
    projects: [
      { test: { name: 'unit', ...shared, include: pure, testTimeout: minute } },
      {
        test: {
          name: 'conditions',
          ...shared,
          include: ['packages/conditions/test/**/*.test.ts'],
          globalSetup: databaseSetup,
          testTimeout: minute,
        },
      },
      {
        test: {
          name: 'server',
          ...shared,
          include: ['apps/server/**/*.test.ts'],
          exclude: ['**/node_modules/**', lastTest, ...long, ...mocking, ...pure],
          globalSetup: databaseSetup,
          testTimeout: 2 * minute,
          hookTimeout: 2 * minute,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'mocking',
          include: mocking,
          globalSetup: databaseSetup,
          testTimeout: 2 * minute,
          hookTimeout: 2 * minute,
          expect: { poll },
        },
      },
      { test: { name: 'recorded', include: [lastTest], testTimeout: minute } },
      {
        test: {
          // Takes a snapshot of a release; npm run snapshot runs it, and no run of all tests.
          name: 'snapshot',
          include: ['apps/server/test/upgrade/take.snapshot.ts'],
          globalSetup: databaseSetup,
          testTimeout: 5 * minute,
          hookTimeout: minute,
        },
      },
      {
        test: {
          name: 'long',
          include: long,
          env: { TEST_LENGTH: 'long' },
          globalSetup: databaseSetup,
          testTimeout: 30 * minute,
          hookTimeout: 5 * minute,
          fileParallelism: false,
          expect: { poll },
        },
      },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'e2e',
          ...shared,
          globalSetup: databaseSetup,
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...long],
          // Every retry is printed, and a test that needs one in two of ten runs fails: scripts/test/retries.mjs.
          retry: 1,
          testTimeout: 2 * minute,
          hookTimeout: 5 * minute,
          expect: { poll },
        },
      },
    ],
  },
})
