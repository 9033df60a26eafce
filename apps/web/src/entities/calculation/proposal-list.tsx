import { useEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import type { Completion } from './use-completion.ts'

type ProposalListProps = { id: string; completion: Completion }

export const proposalId = (listId: string, index: number) => `${listId}-${index}`

/** The fields and functions that fit what is being written; the text area keeps the focus. */
export function ProposalList({ id, completion }: ProposalListProps) {
  const { proposals, active, choose, setActive } = completion
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Fields and functions"
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {proposals.map((proposal, index) => (
        <div
          key={proposal.key}
          id={proposalId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={cx('cursor-default rounded-control px-2 py-1', index === active && 'bg-hover')}
          onPointerMove={() => setActive(index)}
          // Before a click the text area would lose the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            choose(proposal)
          }}
        >
          <div className="flex min-w-0 items-baseline gap-2">
            <span className="shrink-0 text-body font-medium text-1">{proposal.label}</span>
            <span className="truncate font-mono text-label text-3">{proposal.detail}</span>
          </div>
          {proposal.says && index === active && <p className="text-label text-2">{proposal.says}</p>}
        </div>
      ))}
    </div>
  )
}
