import type { Plugin } from 'vite'
import { renderGuide } from './render.ts'

const types: Record<string, string> = { html: 'text/html', css: 'text/css', png: 'image/png' }

/** Builds the users' guide, and serves it during development as the server does. */
export function guide(): Plugin[] {
  return [
    {
      name: 'guide-build',
      apply: 'build',
      generateBundle() {
        for (const [fileName, content] of renderGuide()) {
          this.emitFile({ type: 'asset', fileName, source: content })
        }
      },
    },
    {
      name: 'guide-serve',
      apply: 'serve',
      configureServer(server) {
        server.middlewares.use((request, response, next) => {
          const path = (request.url ?? '').slice(1).replace(/[?#].*$/, '')
          if (!/^(?:assets\/)?guide(?:\/|$)/.test(path)) return next()
          const files = renderGuide()
          const name = [path, `${path}index.html`, `${path}/index.html`].find((one) => files.has(one))
          if (!name) return next()
          const type = types[name.split('.').at(-1) ?? '']
          response.setHeader('content-type', `${type}; charset=utf-8`).end(files.get(name))
        })
      },
    },
  ]
}
