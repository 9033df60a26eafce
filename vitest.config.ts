import { defineConfig } from 'vitest/config'

const databaseSetup = 'apps/server/test/global-setup.ts'
const minute = 60_000

/** Tests that need neither a database nor a browser. */
const pure = [
  'packages/{contracts,api-client,formulas,rich-text}/{src,test}/**/*.test.ts',
  'apps/server/src/**/*.rules.test.ts',
  'apps/server/test/boundaries/boundaries.test.ts',
]

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
          exclude: ['**/node_modules/**', ...pure],
          globalSetup: databaseSetup,
          testTimeout: minute,
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
        },
      },
    ],
  },
})
