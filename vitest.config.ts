import { defineConfig } from 'vitest/config'

const databaseSetup = 'apps/server/test/global-setup.ts'
/** Judges every statement that the other tests of the server made it ask: npm test runs it after them. */
const lastTest = 'apps/server/test/distribution/recorded.test.ts'
const minute = 60_000

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

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: pure, testTimeout: minute } },
      {
        test: {
          name: 'conditions',
          include: ['packages/conditions/test/**/*.test.ts'],
          globalSetup: databaseSetup,
          testTimeout: minute,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: ['**/node_modules/**', lastTest, ...pure],
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
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // A busy machine may let a browser miss its moment; a real fault fails each time.
          retry: 2,
          testTimeout: 2 * minute,
          hookTimeout: 5 * minute,
          fileParallelism: false,
          expect: { poll },
        },
      },
    ],
  },
})
