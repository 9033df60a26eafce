import axe from 'axe-core'
import type { Page } from 'playwright-core'

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

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
export async function seriousFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const context = { exclude: [['[data-base-ui-focus-guard]']] }
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => {
      const where = nodes.slice(0, 3).map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`)
      return `${id}: ${help} (${nodes.length})\n${where.join('\n')}`
    })
}
