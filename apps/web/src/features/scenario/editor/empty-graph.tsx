import { createElement } from 'react'
import { PageContent } from '../../../components/page-frame.tsx'
import { kindOf } from '../node/node-kinds.ts'
import type { GraphView } from './graph-view.ts'
import { useNodeTypes } from './node-picker.tsx'

/** The beginning of a scenario: what starts it. */
export function EmptyGraph({ view, onTrigger }: { view: GraphView; onTrigger: (type: string) => void }) {
  const triggers = useNodeTypes(view.words.level).filter(({ category }) => category === 'trigger')
  return (
    <PageContent className="h-full bg-sunken">
      <section aria-labelledby="choose-trigger" className="mx-auto flex max-w-2xl flex-col gap-3 px-4 py-12">
        <h2 id="choose-trigger" className="text-lead font-semibold">
          Choose a trigger
        </h2>
        <p className="text-2">
          A scenario starts with a trigger, and then takes each record through its nodes.
        </p>
        <div className="grid gap-3 sm:grid-cols-3">
          {triggers.map(({ type, label }) => {
            const { icon, purpose } = kindOf(type)
            return (
              <button
                key={type}
                type="button"
                data-trigger
                onClick={() => onTrigger(type)}
                className="flex flex-col gap-1 rounded-card border border-edge bg-surface p-4 text-left shadow-control hover:bg-hover"
              >
                <span className="flex items-center gap-2 font-medium">
                  {createElement(icon, { size: 18, 'aria-hidden': true, className: 'text-accent-text' })}
                  {label}
                </span>
                <span className="text-label text-2">{purpose}</span>
              </button>
            )
          })}
        </div>
      </section>
    </PageContent>
  )
}
