// SPDX-License-Identifier: MIT
import js from '@eslint/js'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['dist/', '.build/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './tsconfig.test.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // casts that say what the module guarantees, such as the type of a typed array's element
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
    },
  },
  {
    // node:test returns promises that it awaits itself; generators of pieces are async as streams are
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': 'off', '@typescript-eslint/require-await': 'off' },
  },
  {
    files: ['**/*.mjs', '*.js'],
    languageOptions: {
      globals: { console: 'readonly', process: 'readonly', URL: 'readonly', performance: 'readonly', Buffer: 'readonly' },
    },
  },
)
