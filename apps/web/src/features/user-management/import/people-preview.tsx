import type { UserImportPreview } from '@steward/contracts/user-import/user-import'
import { numberText } from '../../../ui/reader.ts'

/** What an import of users would do. Nothing has been written yet. */
export function PeoplePreview({ preview }: { preview: UserImportPreview }) {
  const { rows, ready, existing, refused, people, problems } = preview
  const figures = [
    ['Rows', rows],
    ['New users', ready],
    ['Already Exists', existing],
    ['Rejected', refused],
  ] as const
  return (
    <section aria-label="Preview" className="flex flex-col gap-4 rounded-card border border-line p-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([term, count]) => (
          <div key={term}>
            <dt className="text-label text-2">{term}</dt>
            <dd className="tabular text-title font-semibold">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      {people.length > 0 && <People people={people} more={ready - people.length} />}
      {problems.length > 0 && <Problems problems={problems} more={existing + refused - problems.length} />}
    </section>
  )
}

function More({ count }: { count: number }) {
  return count > 0 ? <p className="mt-1 text-label text-2">And {numberText(count)} more.</p> : null
}

function People({ people, more }: { people: UserImportPreview['people']; more: number }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left" aria-label="New users">
        <thead className="text-label text-2">
          <tr>
            <th className="py-1 pr-4 font-medium">Email</th>
            <th className="py-1 pr-4 font-medium">Name</th>
            <th className="py-1 font-medium">Role</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ line, email, name, roleName }) => (
            <tr key={line} className="border-t border-line">
              <td className="py-1 pr-4">{email}</td>
              <td className="py-1 pr-4">{name}</td>
              <td className="py-1">{roleName}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More count={more} />
    </div>
  )
}

function Problems({ problems, more }: { problems: UserImportPreview['problems']; more: number }) {
  return (
    <div>
      <h3 className="font-medium">Rows that add no one</h3>
      <ul className="mt-1 text-label text-2" aria-label="Rows that add no one">
        {problems.map(({ line, message }) => (
          <li key={line}>
            Line {line}: {message}
          </li>
        ))}
      </ul>
      <More count={more} />
    </div>
  )
}
