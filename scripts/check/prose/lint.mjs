import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import { patterns } from './patterns.mjs'
import { sourcePlugin } from './source-plugin.mjs'

/** textlint's rule: reports each phrase of the patterns, with the advice. */
function plainEnglish({ Syntax, RuleError, getSource, locator, report }) {
  return {
    [Syntax.Str](node) {
      const text = getSource(node)
      const place = node.parent?.type
      for (const { pattern, advice, inComments } of patterns) {
        if (!inComments && (place === 'Comment' || place === 'Header')) continue
        for (const { 0: found, index } of text.matchAll(pattern)) {
          const padding = locator.range([index, index + found.length])
          report(node, new RuleError(`"${found.replaceAll(/\s+/g, ' ')}": ${advice}`, { padding }))
        }
      }
    },
  }
}

const kernel = new TextlintKernel()

/**
 * Lints one file. `quoted` are texts that the product must show to the letter.
 * Gives `{ line, column, message }` for each finding.
 */
export async function lintProse(path, text, quoted = []) {
  const { messages } = await kernel.lintText(text, {
    filePath: path,
    ext: path.slice(path.lastIndexOf('.')),
    plugins: [
      { pluginId: 'markdown', plugin: markdown.default ?? markdown },
      { pluginId: 'source', plugin: sourcePlugin, options: { quoted } },
    ],
    rules: [{ ruleId: 'plain-english', rule: plainEnglish }],
  })
  return messages.map(({ line, column, message }) => ({ line, column, message }))
}
