import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useCan } from '../../api/can.ts'
import { AppLink } from '../../components/app-link.tsx'
import { cx } from '../../ui/cx.ts'
import { Input } from '../../ui/input.tsx'
import { useAppParts, type SettingsEntry } from '../../feature.ts'
import { currentDestination, settingsGroups } from '../navigation.ts'

function matches({ label, words }: SettingsEntry, query: string): boolean {
  const text = `${label} ${words}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The sections that the user may see, with a search over them. */
export function SettingsMenu({ roomy = false }: { roomy?: boolean }) {
  const may = useCan()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [query, setQuery] = useState('')
  const groups = settingsGroups(useAppParts(), may)
  const current = currentDestination(
    groups.flatMap((group) => group.items),
    pathname,
  )
  const found = groups
    .map(({ label, items }) => ({ label, items: items.filter((item) => matches(item, query.trim())) }))
    .filter(({ items }) => items.length > 0)
  return (
    <nav aria-label="Settings" className="flex flex-col gap-4 p-2">
      <Input
        size={roomy ? 'md' : 'sm'}
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        leading={<IconSearch aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {found.map((group) => (
        <div key={group.label}>
          <p className="px-2 pb-1 text-meta font-medium text-3">{group.label}</p>
          <ul aria-label={group.label} className="flex flex-col gap-0.5">
            {group.items.map((item) => (
              <li key={item.to}>
                <AppLink
                  to={item.to}
                  aria-current={item === current ? 'page' : undefined}
                  className={cx(
                    'flex items-center gap-2.5 rounded-control px-2 font-medium',
                    roomy ? 'h-10' : 'h-7',
                    item === current ? 'bg-hover text-1' : 'text-2 hover:bg-hover hover:text-1',
                  )}
                >
                  <item.icon
                    size={16}
                    className={cx('shrink-0', item === current && 'text-accent-text')}
                    aria-hidden
                  />
                  <span className="truncate">{item.label}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {found.length === 0 && (
        <p role="status" className="px-2 text-label text-2">
          Nothing matches “{query.trim()}”
        </p>
      )}
    </nav>
  )
}
