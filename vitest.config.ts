import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Transformed once for all projects and runs.
    fsModuleCache: true,
    // In tests of the API the worker writes its log to this process.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{worker,site,local,scripts,bench,tests/model}/**/*.test.{ts,tsx}'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        // The build defines the same names.
        define: { BUILD_ID: '"tests"', BUILD_SITE_URL: '"http://localhost:8787"' },
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          ...(process.env['TEST_API'] === 'built'
            ? { globalSetup: ['scripts/build.ts'] }
            : { setupFiles: ['tests/support/fakes/quick-scrypt.ts'] }),
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'scripts/build.ts',
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          environment: 'node',
          include: ['tests/engines/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
