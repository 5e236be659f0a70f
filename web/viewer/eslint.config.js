// SPDX-License-Identifier: MIT
import js from '@eslint/js'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['dist/', 'package/', '.shots/', '.work/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ['./tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // rows and columns are as long as each other: an index that is in one is in all
      '@typescript-eslint/no-non-null-assertion': 'off',
      // what an index gives may be missing, which the types of arrays do not say
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    files: ['**/*.mjs', '*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        document: 'readonly',
        window: 'readonly',
        requestAnimationFrame: 'readonly',
        getComputedStyle: 'readonly',
        setTimeout: 'readonly',
        DataTransfer: 'readonly',
        File: 'readonly',
        DragEvent: 'readonly',
        location: 'readonly',
        customElements: 'readonly',
        createImageBitmap: 'readonly',
        fetch: 'readonly',
        Blob: 'readonly',
        localStorage: 'readonly',
      },
    },
  },
)
