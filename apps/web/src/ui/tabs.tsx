import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Tabs as Base } from '@base-ui/react/tabs'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Badge } from './badge.tsx'
import { cx } from './cx.ts'
import { numberText } from './reader.ts'

type TabsProps<V extends string> = {
  /** What the tabs choose between, for assistive technology. */
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly { value: V; label: string; count?: number | string; disabled?: boolean }[]
  /** For narrow places, such as a drawer with many tabs. */
  dense?: boolean
  className?: string
  /** The panel of the chosen tab. */
  children?: ReactNode
}

/** Tabs with automatic activation; the caller renders only the chosen panel. */
export function Tabs<V extends string>({
  label,
  value,
  onChange,
  tabs,
  dense = false,
  className,
  children,
}: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  const edges = useEdges(list)
  const texts = tabs.map(({ label: text, count }) => `${text} ${count ?? ''}`).join()
  useEffect(() => {
    // Chosen by a key or an address, the tab may lie beyond the edge of a narrow window, or be pushed there by a count.
    const chosen = list.current?.querySelector(`[data-tab="${CSS.escape(value)}"]`)
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other texts have other widths
  }, [value, texts])
  return (
    <Base.Root
      value={value}
      onValueChange={(next: V) => onChange(next)}
      className={cx('flex min-h-0 flex-col', className)}
    >
      <div className="relative flex shrink-0 border-b border-line">
        <Base.List
          ref={list}
          activateOnFocus
          aria-label={label}
          onScroll={edges.look}
          // Beyond the fading edges, where an arrow may lie over a tab.
          style={{ maskImage: edges.mask, scrollPaddingInline: '4rem' }}
          className={cx('flex min-w-0 grow overflow-x-auto pr-1', dense ? 'pl-3.5' : 'pl-3')}
        >
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              data-tab={tab.value}
              disabled={tab.disabled}
              className={cx(
                'flex h-9 items-center border-b-2 border-transparent font-medium whitespace-nowrap text-2 select-none',
                dense ? 'gap-1 px-1.5 text-label' : 'gap-1.5 px-2 text-body',
                'hover:text-1 focus-visible:-outline-offset-2 data-active:border-accent data-active:text-1 data-disabled:text-3',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <Badge>{typeof tab.count === 'number' ? numberText(tab.count) : tab.count}</Badge>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {edges.before && <EdgeButton side="left" list={list} />}
        {edges.after && <EdgeButton side="right" list={list} />}
      </div>
      {children !== undefined && (
        <Base.Panel value={value} className="min-h-0 flex-1 focus-visible:-outline-offset-2">
          {children}
        </Base.Panel>
      )}
    </Base.Root>
  )
}

/** Pixels that rounding may leave beyond an edge. */
const rounding = 2

/** Whether tabs lie beyond the edges of the list, which fade there. */
function useEdges(list: RefObject<HTMLDivElement | null>) {
  const [{ before, after }, setBeyond] = useState({ before: false, after: false })
  const look = useCallback(() => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = list.current ?? {}
    const next = { before: scrollLeft > rounding, after: scrollWidth - scrollLeft - clientWidth > rounding }
    setBeyond((now) => (now.before === next.before && now.after === next.after ? now : next))
  }, [list])
  useEffect(() => {
    if (!list.current) return
    const observer = new ResizeObserver(look)
    observer.observe(list.current)
    for (const tab of list.current.children) observer.observe(tab)
    return () => observer.disconnect()
  })
  const [from, to] = [before ? '4rem' : '0px', after ? '4rem' : '0px']
  const mask =
    before || after
      ? `linear-gradient(to right, transparent, #000 ${from}, #000 calc(100% - ${to}), transparent)`
      : undefined
  return { before, after, mask, look }
}

/** Shows the tabs beyond an edge to a pointer; keys reach them without it. */
function EdgeButton({ side, list }: { side: 'left' | 'right'; list: RefObject<HTMLDivElement | null> }) {
  const Icon = side === 'left' ? IconChevronLeft : IconChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={cx(
        'absolute top-0 flex h-9 w-7 items-center justify-center text-2 hover:text-1',
        side === 'left' ? 'left-0' : 'right-0',
      )}
      onClick={() => {
        const by = (list.current?.clientWidth ?? 0) * 0.7
        list.current?.scrollBy({ left: side === 'left' ? -by : by, behavior: 'smooth' })
      }}
    >
      <Icon size={16} />
    </button>
  )
}
