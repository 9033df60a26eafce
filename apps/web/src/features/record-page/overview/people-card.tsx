import { levelOf } from '@steward/contracts/level'
import type { Overview, OverviewPerson } from '@steward/contracts/overview'
import { useCan } from '../../../api/can.ts'
import { imageAddress } from '../../../entities/user/index.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { agoText, exactText } from '../../../components/time-text.ts'
import { PulseBadge } from '../../../entities/pulse/index.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card, CardEmpty, textButton } from './card.tsx'

const contacts = levelOf('contact').plural

/** The contacts of the record, anyone who was in touch last first. */
export function PeopleCard({ overview: { people, counts } }: { overview: Overview }) {
  const { level, id } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const mayCreate = useCan()('record.create')
  if (people.length === 0) {
    const create = () => setSearch({ create: 'contact', [level.name]: id })
    return (
      <Card title="People">
        <CardEmpty
          action={
            mayCreate && (
              <button type="button" className={textButton} onClick={create}>
                New contact
              </button>
            )
          }
        >
          No contacts yet.
        </CardEmpty>
      </Card>
    )
  }
  return (
    <Card
      title="People"
      action={
        counts.contacts > people.length && (
          <button type="button" className={textButton} onClick={() => setSearch({ tab: contacts })}>
            All contacts
          </button>
        )
      }
    >
      <ul className="py-1">
        {people.map((person) => (
          <PersonRow key={person.contactId} person={person} />
        ))}
      </ul>
    </Card>
  )
}

function PersonRow({ person }: { person: OverviewPerson }) {
  const { name, email, lastContactAt, pulse } = person
  return (
    <li className="flex items-center gap-3 px-4 py-0.5 print:px-0">
      <Avatar name={name} src={imageAddress(person)} size={24} />
      <div className="min-w-0 flex-1">
        <AppLink
          to={paths.record(contacts, person.contactId)}
          className="flex min-h-6 items-center text-body font-medium hover:underline [&>*]:truncate"
        >
          <span>{name}</span>
        </AppLink>
        {email && (
          <a
            href={`mailto:${email}`}
            className="flex min-h-6 items-center text-label text-2 hover:text-1 hover:underline [&>*]:truncate"
          >
            <span>{email}</span>
          </a>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        {pulse !== null && <PulseBadge value={pulse} short />}
        {lastContactAt && (
          <time
            dateTime={lastContactAt}
            data-tooltip={`Last in touch ${exactText(lastContactAt)}`}
            className="tabular text-label text-2"
          >
            {agoText(lastContactAt)}
          </time>
        )}
      </div>
    </li>
  )
}
