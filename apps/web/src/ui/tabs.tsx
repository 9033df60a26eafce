import { useEffect, useRef, type ReactNode } from 'react'
import { Tabs as Base } from '@base-ui/react/tabs'
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

/** Pixels over which tabs that go on beyond an edge fade out, so that none looks like another word. */
const fade = 28

/** Fades the edges of a row beyond which there is more of it. */
function fadeEdges(row: HTMLElement): void {
  const before = row.scrollLeft
  const after = row.scrollWidth - row.clientWidth - before
  const [start, end] = [before, after].map((more) => (more > 1 ? fade : 0))
  row.style.maskImage = `linear-gradient(90deg, transparent, #000 ${start}px calc(100% - ${end}px), transparent)`
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
  const texts = tabs.map(({ label: text, count }) => `${text} ${count ?? ''}`).join()
  useEffect(() => {
    // Chosen by a key or an address, the tab may lie beyond the edge of a narrow window, or be pushed there by a count.
    const row = list.current
    if (!row) return
    const chosen = row.querySelector(`[data-tab="${CSS.escape(value)}"]`)
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const observer = new ResizeObserver(() => fadeEdges(row))
    observer.observe(row)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other texts have other widths
  }, [value, texts])
  return (
    <Base.Root
      value={value}
      onValueChange={(next: V) => onChange(next)}
      className={cx('flex min-h-0 flex-col', className)}
    >
      <Base.List
        ref={list}
        activateOnFocus
        aria-label={label}
        style={{ scrollPaddingInline: fade }}
        onScroll={({ currentTarget }) => fadeEdges(currentTarget)}
        className={cx('flex shrink-0 overflow-x-auto border-b border-line pr-1', dense ? 'pl-3.5' : 'pl-3')}
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
      {children !== undefined && (
        <Base.Panel value={value} className="min-h-0 flex-1 focus-visible:-outline-offset-2">
          {children}
        </Base.Panel>
      )}
    </Base.Root>
  )
}
