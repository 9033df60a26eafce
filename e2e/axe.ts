import axe from 'axe-core'
import type { Page } from 'playwright-core'

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose outcome depends on colors. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

interface Violation {
  id: string
  impact: string | null
  help: string
  nodes: { html: string; failureSummary: string }[]
}

/**
 * What the accessibility engine calls serious or critical on the page as it is now, each in a sentence
 * with the elements. Left out are only the invisible ends of a dialog that send the focus back into it.
 */
export async function seriousFaults(page: Page, runOnly: object = everything): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const context = { exclude: [['[data-base-ui-focus-guard]']] }
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => {
      const where = nodes.slice(0, 3).map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`)
      return `${id}: ${help} (${nodes.length})\n${where.join('\n')}`
    })
}

/** Changes the theme as the system does, and waits for what that sets in motion. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))')
}

/** The serious faults in the light theme, and those of colors in the dark one: all else is the same in both. */
export async function seriousFaultsInThemes(page: Page): Promise<string[]> {
  await showIn(page, 'light')
  const light = await seriousFaults(page)
  await showIn(page, 'dark')
  const dark = await seriousFaults(page, colours)
  return [...light, ...dark.map((fault) => `dark: ${fault}`)]
}
