import { useEffect, useId, useRef, type RefObject } from 'react'
import { cx } from '../../ui/cx.ts'
import { useFieldAttributes } from '../../ui/field.tsx'
import type { OfferedField } from './completion.rules.ts'
import { piecesOf, type Fault } from './formula-pieces.rules.ts'
import { ProposalList, proposalId } from './proposal-list.tsx'
import { useCompletion } from './use-completion.ts'

type FormulaAreaProps = {
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (formula: string) => void
  fields: readonly OfferedField[]
  faults: readonly Fault[]
}

/** What the text area and the marks behind it share, so that they lie on one another. */
const textClass =
  'w-full px-2.5 py-2 font-mono text-body whitespace-pre-wrap [overflow-wrap:anywhere] [tab-size:2]'

/** The text of a formula: faults are underlined, fields and functions proposed while it is written. */
export function FormulaArea({ area, value, onChange, fields, faults }: FormulaAreaProps) {
  const listId = useId()
  const marks = useRef<HTMLDivElement>(null)
  const completion = useCompletion(area, fields, onChange)
  const attributes = useFieldAttributes({ invalid: faults.length > 0 || undefined })
  const isOpen = completion.proposals.length > 0

  const follow = () => {
    if (marks.current && area.current) marks.current.scrollTop = area.current.scrollTop
  }
  useEffect(follow)

  return (
    <div className="relative">
      <div
        ref={marks}
        aria-hidden
        className={cx(
          textClass,
          'pointer-events-none absolute inset-0 overflow-hidden rounded-control border border-transparent bg-surface text-transparent',
        )}
      >
        {piecesOf(value, faults).map(({ text, marked }, index) => (
          <span
            // eslint-disable-next-line react/no-array-index-key -- pieces have no other identity
            key={index}
            className={cx(
              marked &&
                'rounded-chip bg-poor-soft underline decoration-poor decoration-wavy underline-offset-2',
            )}
          >
            {text}
          </span>
        ))}
      </div>
      <textarea
        ref={area}
        {...attributes}
        rows={4}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder="{arr} / 12"
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? proposalId(listId, completion.active) : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          completion.look()
        }}
        onKeyDown={completion.onKeyDown}
        onClick={completion.look}
        onBlur={completion.close}
        onScroll={follow}
        className={cx(
          textClass,
          'relative block field-sizing-content max-h-80 min-h-24 resize-none rounded-control border border-edge bg-transparent text-1',
          'focus:border-accent-text focus:outline-2 focus:-outline-offset-1 focus:outline-accent-text',
          'aria-invalid:border-poor aria-invalid:focus:outline-poor',
        )}
      />
      {isOpen && <ProposalList id={listId} completion={completion} />}
      <span role="status" className="hidden-text">
        {isOpen ? `${completion.proposals.length} suggestions, use the arrow keys` : ''}
      </span>
    </div>
  )
}
