import { expect, onTestFinished, test } from 'vitest'
import { seriousFaultsInThemes } from '../axe.ts'
import { sharedBrowser } from './shared.ts'

const page = (colours: string) => `<html lang="en"><head><title>Colours</title><style>
  :root { color-scheme: light dark; background: light-dark(white, black) }
  p { color: ${colours}; transition: color 300ms }
</style></head><body><main><p>A paragraph</p></main></body></html>`

test.each([
  ['light-dark(black, white)', []],
  ['light-dark(#eee, white)', [/^color-contrast/]],
  ['light-dark(black, #111)', [/^dark: color-contrast/]],
])('a text in %s has the faults of both themes', async (colours, faults) => {
  const context = await (await sharedBrowser()).newContext()
  onTestFinished(() => context.close())
  const tab = await context.newPage()
  await tab.setContent(page(colours))
  expect(await seriousFaultsInThemes(tab)).toEqual(faults.map((fault) => expect.stringMatching(fault)))
})
