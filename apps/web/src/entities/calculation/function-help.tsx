import { formulaFunctions, signatureOf, type FunctionGroup } from '@steward/formulas'

const groups: readonly { group: FunctionGroup; label: string }[] = [
  { group: 'logic', label: 'Logic' },
  { group: 'blank', label: 'Blanks' },
  { group: 'number', label: 'Numbers' },
  { group: 'text', label: 'Texts' },
  { group: 'date', label: 'Dates' },
]

/** The language at a glance: how fields, texts and operators are written, and every function. */
export function FunctionHelp() {
  return (
    <details className="text-label text-2">
      <summary className="w-fit cursor-pointer rounded-chip text-accent-text">Formula help</summary>
      <div className="mt-2 flex flex-col gap-3">
        <p>
          Put field names in braces: <code>{'{arr}'}</code>. Put text in double quotes. Operators:{' '}
          <code>+ - * / ^</code>, <code>&amp;</code> joins text, <code>= &lt;&gt; &lt; &lt;= &gt; &gt;=</code>{' '}
          compare, <code>and</code>, <code>or</code>. An empty field makes the result blank, unless{' '}
          <code>ifBlank</code> or <code>isBlank</code> handles it.
        </p>
        {groups.map(({ group, label }) => (
          <section key={group} aria-label={label}>
            <h4 className="font-medium text-1">{label}</h4>
            <dl className="mt-1 flex flex-col gap-1">
              {formulaFunctions
                .filter((one) => one.group === group)
                .map((one) => (
                  <div key={one.name}>
                    <dt className="font-mono text-1">{signatureOf(one)}</dt>
                    <dd>{one.says}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </details>
  )
}
