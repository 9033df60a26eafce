import { describe, expect, it } from 'vitest'
import { readText, writeHtml, writeText } from './clipboard-table.ts'

describe('tab-separated text', () => {
  it.each([
    ['one cell', 'a', [['a']]],
    ['nothing', '', [['']]],
    [
      'lines and columns, with the last line end of a spreadsheet',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells at the ends',
      '\ta\t\n\t\t',
      [
        ['', 'a', ''],
        ['', '', ''],
      ],
    ],
    [
      'lines of different length',
      'a\nb\tc',
      [
        ['a', ''],
        ['b', 'c'],
      ],
    ],
    ['line ends, tabs and quotes in quotes', '"a\nb"\t"c\td"\t"say ""hi"""', [['a\nb', 'c\td', 'say "hi"']]],
    ['quotes that belong to the text', '"a" of b\t5" pipe', [['"a" of b', '5" pipe']]],
    ['a quote that never ends', '"a\tb', [['"a', 'b']]],
    ['an empty line between', 'a\n\nb', [['a'], [''], ['b']]],
    ['the line ends of an old Mac', 'a\rb', [['a'], ['b']]],
  ])('has %s', (_, text, block) => {
    expect(readText(text)).toEqual(block)
  })

  it('is read as it was written, whatever stands in the cells', () => {
    const texts = ['', 'a', 'a\tb', 'line\nline', '"', '""', '"a"', 'a"b', ' ', '\r\n', 'é€']
    let seed = 7
    const next = () => (seed = (seed * 48_271) % 2_147_483_647)
    for (let round = 0; round < 200; round += 1) {
      const width = 1 + (next() % 4)
      // An empty last line is distinguished from a line end only by the line end.
      const block = Array.from({ length: 1 + (next() % 4) }, () =>
        Array.from({ length: width }, () => texts[next() % texts.length]!),
      )
      expect(readText(`${writeText(block)}\n`)).toEqual(block)
    }
  })
})

describe('a table', () => {
  it('escapes what means something in a document', () => {
    expect(writeHtml([['a & <b>', 'two\nlines']])).toBe(
      '<table><tbody><tr><td>a &amp; &lt;b&gt;</td><td>two<br>lines</td></tr></tbody></table>',
    )
  })
})
