/** A file with one phrase that the prose check must report. */
export interface PlantedText {
  file: string
  text: string
  /** The words that the finding quotes. */
  found: string
}

const docs = 'docs/planted.md'
const source = 'apps/server/src/planted.ts'
const screen = 'apps/web/src/planted.tsx'

/** One violation for each pattern, spread over documentation, comments, messages and screens. */
export const planted: readonly PlantedText[] = [
  { file: docs, text: 'The log shows what became of the mail.', found: 'what became of' },
  { file: docs, text: 'Ask whoever runs it.', found: 'whoever' },
  { file: docs, text: 'An invitation can be taken back.', found: 'taken back' },
  { file: source, text: '// The cleanup mends it later.\nexport const a = 1', found: 'mends' },
  { file: source, text: '// It is planned afresh.\nexport const a = 1', found: 'afresh' },
  { file: docs, text: 'Metrics are had at a second port.', found: 'are had' },
  { file: source, text: '/** Notices keep caches in step. */\nexport const a = 1', found: 'in step' },
  { file: docs, text: 'It waits a second at the most.', found: 'at the most' },
  { file: source, text: `export const text = 'Choose somebody to own it.'`, found: 'somebody' },
  { file: source, text: '// The owner is told by mail.\nexport const a = 1', found: 'is told' },
  { file: source, text: '/** Tells whether it worked. */\nexport const a = 1', found: 'Tells whether' },
  { file: docs, text: 'They are told apart by id.', found: 'told apart' },
  { file: source, text: '// A handler hears of changes.\nexport const a = 1', found: 'hears of' },
  { file: docs, text: 'Events heard twice are ignored.', found: 'heard twice' },
  { file: docs, text: 'The event is heard once.', found: 'is heard' },
  { file: docs, text: 'One fault hinders the others.', found: 'hinders' },
  { file: source, text: `export const text = 'We gave up on this job.'`, found: 'gave up' },
  {
    file: screen,
    text: 'export const A = () => <p>The segment is gone for good.</p>',
    found: 'gone for good',
  },
  { file: docs, text: 'It asked in vain for a lock.', found: 'in vain' },
  { file: screen, text: 'export const A = () => <p>Set it up anew</p>', found: 'anew' },
  { file: docs, text: 'It checks the file beforehand.', found: 'beforehand' },
  { file: docs, text: 'The lock is thereby free.', found: 'thereby' },
  { file: docs, text: 'The answer lies with the record.', found: 'lies with' },
  {
    file: source,
    text: '/**\n * The value that stands\n * in a cell.\n */\nexport const a = 1',
    found: 'stands * in',
  },
  { file: docs, text: 'It goes on after a crash.', found: 'goes on after' },
  { file: docs, text: 'A job works out the values.', found: 'works out' },
  { file: docs, text: 'A record is looked into.', found: 'looked into' },
  { file: docs, text: 'The page asks anew.', found: 'asks anew' },
  { file: docs, text: 'Nothing came of it.', found: 'came of it' },
  { file: docs, text: 'The sessions that ended of late.', found: 'of late' },
  { file: docs, text: 'It shows by which way it changed.', found: 'by which way' },
  { file: docs, text: 'Read what it says first.', found: 'what it says' },
  { file: screen, text: 'export const A = () => <p>Who has none sets one up.</p>', found: 'Who' },
  { file: docs, text: 'It counts no more.', found: 'no more' },
  { file: source, text: `export const text = 'This is no picture.'`, found: 'This is no picture' },
  { file: source, text: `export const text = 'The text is no date.'`, found: 'is no date' },
  { file: source, text: `export const text = 'The name may not contain a dot.'`, found: 'may not contain' },
  { file: docs, text: 'It is Steward that decides.', found: 'It is Steward that decides' },
]

/** Texts that look similar and are fine. */
export const sound: readonly Omit<PlantedText, 'found'>[] = [
  {
    file: docs,
    text: '# What it does\n\nWhat does each row describe?\n\n    anew\n\n`anew`, no more than 5.',
  },
  { file: source, text: '/** What a sign-in needs. */\nexport const hinder = (anew: string) => anew' },
  { file: source, text: '// The user `nobody` owns it.\nexport const a = 1' },
  { file: source, text: `export const sql = 'select 1 as anew from record where told'` },
  { file: 'apps/server/src/planted.test.ts', text: `export const name = 'nobody can sign in'` },
  { file: screen, text: 'export const A = () => <p>What happened</p>' },
]
