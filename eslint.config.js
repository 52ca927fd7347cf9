import { fileURLToPath } from 'node:url'
import js from '@eslint/js'
import astro from 'eslint-plugin-astro'
import boundaries from 'eslint-plugin-boundaries'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { layerPolicies, layerPatterns } from './scripts/lint/layers.ts'
import { requireSessionCheck } from './scripts/lint/checked-database.ts'
import { commentOpening } from './scripts/lint/comment-opening.ts'
import { fileName } from './scripts/lint/file-name.ts'
import { platformName } from './scripts/lint/platform-name.ts'
import { storageKey } from './scripts/lint/storage-key.ts'
import { templateClass } from './scripts/lint/template-class.ts'

const resolver = fileURLToPath(new URL('./scripts/lint/import-resolver.ts', import.meta.url))

const refusedSyntax = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'ForInStatement', message: 'Use Object.keys or Object.entries.' },
]

const local = {
  files: ['**/*.{js,mjs,ts,tsx,astro}'],
  plugins: {
    local: {
      rules: {
        'comment-opening': commentOpening,
        'file-name': fileName,
        'checked-database': requireSessionCheck,
        'storage-key': storageKey,
        'platform-name': platformName,
        'template-class': templateClass,
      },
    },
  },
  rules: {
    'local/comment-opening': 'error',
    'local/file-name': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    complexity: ['error', 12],
    'max-depth': ['error', 3],
    'max-params': ['error', 4],
    // The compiler knows better.
    'no-undef': 'off',
    'no-restricted-syntax': ['error', ...refusedSyntax],
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^(\\.\\./){2,}', message: 'Use #worker/, #site/, #local/ or #tests/.' },
          { group: ['**/.inlang/paraglide/*'], message: 'Use #messages.' },
        ],
      },
    ],
  },
}

const typescript = {
  files: ['**/*.{ts,tsx,astro}'],
  rules: {
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
    '@typescript-eslint/no-explicit-any': 'error',
    '@typescript-eslint/no-non-null-assertion': 'error',
    '@typescript-eslint/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    // A valibot schema and its type share a name.
    '@typescript-eslint/no-redeclare': 'off',
  },
}

const shape = [
  {
    files: ['**/*.ts'],
    ignores: ['**/*.test.ts', 'tests/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
]

const tests = {
  files: ['**/*.test.{ts,tsx}', 'tests/**'],
  rules: { 'max-params': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
}

const declarations = {
  files: ['**/*.d.ts'],
  // Only an interface merges into another's.
  rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
}

/** `changes` and `last_insert_rowid` need the statement before: `writes.ts` keeps it with them. */
const statementOrder = {
  files: ['worker/**/*.ts'],
  ignores: ['worker/db/writes.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...refusedSyntax,
      ...['TemplateElement[value.raw', 'Literal[value'].map((node) => ({
        selector: `${node}=/\\b(changes|last_insert_rowid)\\(/i]`,
        message:
          'Use afterChange, withNewId, requireChange or withChangeCount of worker/db/writes.ts.',
      })),
    ],
  },
}

const defaultExports = {
  files: ['*.config.*', '**/*.d.ts', 'worker/index.ts', 'site/pages/**', '**/*-reporter.ts'],
  rules: { 'no-restricted-syntax': 'off' },
}

/** However the message is named: `m.x`, `m['x']`, taken out of `m`, or imported by itself. */
const achievementText = [
  'MemberExpression[property.name=/^achievement_/]',
  'MemberExpression[property.value=/^achievement_/]',
  'ObjectPattern > Property[key.name=/^achievement_/]',
  'ImportSpecifier[imported.name=/^achievement_/]',
]

const islands = {
  files: ['site/{features,ui,layouts,lib}/**'],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...refusedSyntax,
      ...achievementText.map((selector) => ({
        selector,
        message: 'Achievement texts are too heavy for scripts: the server answers with them.',
      })),
    ],
  },
}

const logs = [
  {
    files: ['site/**'],
    rules: { 'no-console': ['error', { allow: ['info', 'warn', 'error'] }] },
  },
  // Whatever the worker says goes through the types of its log.
  {
    files: ['worker/**'],
    ignores: ['worker/logging/log.ts'],
    rules: { 'no-console': 'error' },
  },
]

const folders = {
  files: ['**/*.{ts,tsx,astro}'],
  plugins: { boundaries },
  settings: {
    'import/resolver': { [resolver]: {} },
    'boundaries/files': layerPatterns,
    'boundaries/files-single-match': true,
    'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
  },
  rules: {
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        message: '{{from.file.categories}} may not import {{to.file.categories}}',
        policies: layerPolicies,
      },
    ],
  },
}

const database = {
  files: ['worker/**/*.ts', 'site/**/*.{ts,tsx,astro}'],
  ignores: [
    '**/*.test.ts',
    'worker/db/**',
    'worker/context.ts',
    // It opens the database that contexts hold.
    'worker/request/request-context.ts',
    // Tools of the command line, which act for nobody.
    'worker/features/imports/files/import-*.ts',
    'worker/features/gamification/ledger/{recompute,missing-facts}.ts',
  ],
  rules: { 'local/checked-database': 'error' },
}

const storage = {
  files: ['site/**/*.{ts,tsx,astro}'],
  ignores: ['**/*.test.{ts,tsx}', 'site/lib/storage-keys.ts'],
  rules: { 'local/storage-key': 'error' },
}

const platformNames = {
  files: ['worker/**/*.ts', 'site/**/*.{ts,tsx,astro}'],
  ignores: [
    '**/*.test.{ts,tsx}',
    'worker/contracts/platforms.ts',
    'worker/integrations/**',
    // Lists of ways to sign in.
    'worker/features/{accounts/identities,operations/security-log}/contract.ts',
  ],
  rules: { 'local/platform-name': 'error' },
}

const markup = {
  files: ['site/**/*.tsx'],
  rules: { 'local/template-class': 'error' },
}

const contracts = {
  files: ['worker/**/contract.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^(?!valibot$|[.#])', message: 'A contract imports valibot and contracts.' },
        ],
      },
    ],
  },
}

export default defineConfig(
  globalIgnores([
    'dist/',
    '.astro/',
    '.wrangler/',
    '.inlang/',
    'project.inlang/',
    'test-results/',
    '.data/',
  ]),
  js.configs.recommended,
  tseslint.configs.recommended,
  astro.configs['flat/recommended'],
  local,
  typescript,
  shape,
  islands,
  logs,
  folders,
  database,
  storage,
  platformNames,
  markup,
  statementOrder,
  contracts,
  tests,
  declarations,
  defaultExports,
)
