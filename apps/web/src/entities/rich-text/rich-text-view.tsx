import './rich-text.css'
import { useMemo, type ReactNode } from 'react'
import { levelOf, type LevelName } from '@steward/contracts/level'
import {
  documentOf,
  type MarkName,
  type RichDocument,
  type RichMark,
  type RichNode,
} from '@steward/rich-text'
import { paths } from '../../paths.ts'
import { AppLink } from '../../components/app-link.tsx'

type Draw = (node: RichNode) => ReactNode

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const below = ({ content = [] }: RichNode): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- Parts have no names, and keep nothing that could go to a wrong one.
  content.map((node, at) => <Part key={at} node={node} />)

const markTags: Readonly<Record<Exclude<MarkName, 'link'>, 'strong' | 'em' | 'u' | 's' | 'code'>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

function marked(children: ReactNode, { type, attrs }: RichMark): ReactNode {
  if (type === 'link') {
    return (
      <a href={attrs?.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  }
  const Tag = markTags[type]
  return <Tag>{children}</Tag>
}

function Mention({ attrs }: RichNode) {
  const label = `@${textOf(attrs?.['label'])}`
  if (!attrs || attrs['kind'] === 'user') return <span className="rich-mention">{label}</span>
  const { plural } = levelOf(attrs['kind'] as LevelName)
  return (
    <AppLink to={paths.record(plural, Number(attrs['id']))} className="rich-mention">
      {label}
    </AppLink>
  )
}

/** Headings of a text are below those of the page around it. */
function Heading({ node }: { node: RichNode }) {
  const level = Number(node.attrs?.['level'])
  const Tag = (['h3', 'h4', 'h5'] as const)[level - 1] ?? 'h5'
  return <Tag className={`rich-${level}`}>{below(node)}</Tag>
}

function Task({ node }: { node: RichNode }) {
  const checked = node.attrs?.['checked'] === true
  return (
    <li data-checked={checked}>
      <label>
        <input type="checkbox" checked={checked} disabled readOnly />
        <span>{checked ? 'Done' : 'To do'}</span>
      </label>
      <div>{below(node)}</div>
    </li>
  )
}

const spanOf = ({ attrs = {} }: RichNode) => ({
  colSpan: Number(attrs['colspan'] ?? 1),
  rowSpan: Number(attrs['rowspan'] ?? 1),
})

const drawings: Readonly<Record<string, Draw>> = {
  text: ({ text, marks = [] }) => marks.toReversed().reduce<ReactNode>(marked, text),
  hardBreak: () => <br />,
  mention: (node) => <Mention {...node} />,
  paragraph: (node) => <p>{node.content ? below(node) : <br />}</p>,
  heading: (node) => <Heading node={node} />,
  bulletList: (node) => <ul>{below(node)}</ul>,
  orderedList: (node) => <ol start={Number(node.attrs?.['start'] ?? 1)}>{below(node)}</ol>,
  listItem: (node) => <li>{below(node)}</li>,
  taskList: (node) => <ul data-type="taskList">{below(node)}</ul>,
  taskItem: (node) => <Task node={node} />,
  blockquote: (node) => <blockquote>{below(node)}</blockquote>,
  codeBlock: (node) => (
    <pre>
      <code>{below(node)}</code>
    </pre>
  ),
  horizontalRule: () => <hr />,
  table: (node) => (
    <div className="tableWrapper">
      <table>
        <tbody>{below(node)}</tbody>
      </table>
    </div>
  ),
  tableRow: (node) => <tr>{below(node)}</tr>,
  tableHeader: (node) => <th {...spanOf(node)}>{below(node)}</th>,
  tableCell: (node) => <td {...spanOf(node)}>{below(node)}</td>,
  image: ({ attrs }) => <img src={textOf(attrs?.['src'])} alt={textOf(attrs?.['alt'])} loading="lazy" />,
}

function Part({ node }: { node: RichNode }) {
  return drawings[node.type]?.(node) ?? null
}

/** A document as it reads, without an editor. Only what a checked document has is drawn. */
export function RichTextView({ document }: { document: RichDocument }) {
  return <div className="rich-text">{below(document)}</div>
}

/** A stored text as a document; one that is not sound is empty. */
export function StoredTextView({ text }: { text: string }) {
  return <RichTextView document={useMemo(() => documentOf(text), [text])} />
}
