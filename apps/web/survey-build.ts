import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const pageSource = '/src/survey-site/page.ts'
const html = (): string => readFileSync(at('./survey.html'), 'utf8')

/**
 * Chromium compiles all functions of such a script on another thread while it arrives. Else each is compiled by the main
 * thread when it is first called, which takes a third of what the snippet costs a page.
 */
const compiledAtOnce = '//# allFunctionsCalledOnLoad\n'

/** One script without imports, for pages that are not ours and for people who don't sign in. */
async function script(file: string, shared: SharedOptions): Promise<string> {
  const built = (await build({
    configFile: false,
    root: at('.'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: shared.target,
      write: false,
      lib: { entry: at(`.${file}`), formats: ['iife'], name: 'steward', fileName: 'survey' },
      rolldownOptions: { treeshake: shared.treeshake },
    },
  })) as Rolldown.RolldownOutput[]
  const chunk = built.flatMap(({ output }) => output).find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not built`)
  return compiledAtOnce + chunk.code
}

export interface SharedOptions {
  target: string[]
  treeshake: Rolldown.TreeshakingOptions
}

/**
 * Builds what people see who answer surveys: survey.html with its script, and the snippet for pages of companies,
 * which the server sends under its own addresses. Neither loads a part of the app.
 */
export function surveySite(shared: SharedOptions): Plugin[] {
  return [
    {
      name: 'survey-site-build',
      apply: 'build',
      async generateBundle() {
        const [page, snippet] = await Promise.all([
          script(pageSource, shared),
          script('/src/survey-site/snippet.ts', shared),
        ])
        const fileName = `assets/survey-${createHash('sha256').update(page).digest('hex').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName, source: page })
        this.emitFile({ type: 'asset', fileName: 'survey-snippet.js', source: snippet })
        this.emitFile({
          type: 'asset',
          fileName: 'survey.html',
          source: html().replace(pageSource, `/${fileName}`),
        })
      },
    },
    {
      name: 'survey-site-serve',
      apply: 'serve',
      configureServer(server) {
        server.middlewares.use((request, response, next) => {
          if (!request.url?.startsWith('/survey/')) return next()
          server
            .transformIndexHtml(request.url, html())
            .then((text) => response.setHeader('content-type', 'text/html').end(text), next)
        })
      },
    },
  ]
}
