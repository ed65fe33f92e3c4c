import { defineConfig } from 'vite'

/** The console is served from any path, so its files name each other relatively. */
export default defineConfig({
  base: './',
  // Rolldown compiles JSX by itself; Preact's own functions stand for React's.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The policy of the page allows no inline script, and all supported browsers preload modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    sourcemap: false,
  },
  server: {
    // `vite dev` beside a running server, for work on the console itself.
    proxy: { '/v1': 'http://localhost:3000' },
  },
})
