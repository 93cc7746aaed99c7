import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'build/'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // `Call<void, Output>` is a call without input, and `async` marks what a port promises to be asynchronous.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/require-await': 'off',
      // A row of a table names its answer's type where the reader looks for it.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Types of other packages that we add to may be namespaces.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      // Our objects are made of closures: no function of theirs has a `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      // Leaving a field out of a copy.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['*.config.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    files: ['src/**'],
    rules: {
      'max-depth': ['error', 3],
      'max-lines': ['error', 250],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['scripts/**', 'demo/server.ts', 'test/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // A cast in a comment is none to this rule.
    files: ['scripts/**'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
    },
  },
);
