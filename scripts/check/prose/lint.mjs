import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import { patterns } from './patterns.mjs'
import { sourcePlugin } from './source-plugin.mjs'

/** The text with code between backticks blanked out, so that positions stay. */
const withoutCode = (text) => text.replaceAll(/`[^`\n]*`/g, (code) => '`'.repeat(code.length))

/** textlint's rule for one pattern: reports each phrase, with the advice. */
function ruleOf({ pattern, advice, inComments }) {
  return ({ Syntax, RuleError, getSource, locator, report }) => ({
    [Syntax.Str](node) {
      const place = node.parent?.type
      if (!inComments && (place === 'Comment' || place === 'Header')) return
      for (const { 0: found, index } of withoutCode(getSource(node)).matchAll(pattern)) {
        const padding = locator.range([index, index + found.length])
        report(node, new RuleError(`"${found.replaceAll(/\s+/g, ' ')}": ${advice}`, { padding }))
      }
    },
  })
}

const kernel = new TextlintKernel()
const rules = patterns.map((one) => ({ ruleId: one.source, rule: ruleOf(one) }))

/**
 * Lints one file. `quoted` are texts that the product must show to the letter.
 * Gives `{ line, column, source, message }` for each finding; `source` is that of the pattern.
 */
export async function lintProse(path, text, quoted = []) {
  const { messages } = await kernel.lintText(text, {
    filePath: path,
    ext: path.slice(path.lastIndexOf('.')),
    plugins: [
      { pluginId: 'markdown', plugin: markdown.default ?? markdown },
      { pluginId: 'source', plugin: sourcePlugin, options: { quoted } },
    ],
    rules,
  })
  return messages.map(({ line, column, ruleId, message }) => ({ line, column, source: ruleId, message }))
}
