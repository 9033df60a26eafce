// Phrases that do not read like plain English, and what to write instead. In a pattern, a space stands for
// any white space, and for the stars and slashes at the start of a comment's next line.

const startOfSentence = String.raw`(?<=^[\s*]*|[.!] )`
/** Up to a full stop: a question or a label may begin with "What". */
const statement = String.raw`(?=[^.!?]*[.!](?:\s|$))`

/** Reported in documentation, comments and the texts of the product. */
const everywhere = {
  'what (?:became|becomes|has become) of': '"the result of", "the status of", "what happens to"',
  whoever: '"anyone who", or name the person',
  'somebody|nobody|everybody': '"someone", "no one", "everyone", or name the person',
  '(?:is|are|was|were|be|been|being|get|gets) told': '"is notified", "is shown", "is reported"',
  'tells (?:which|whether|how|what|when|why|of|about|them|its)\\b':
    '"shows", "reports", "decides", "notifies"',
  'told (?:of|about|which|that|apart)\\b': '"reported", "notified", "distinguished"',
  'hears? (?:of|about|it|them|events?|an|one|every|all|what|nothing)\\b':
    '"receives", "handles", "is notified of"',
  'heard (?:of|by|it|them|twice|last)\\b': '"received", "handled"',
  '(?:is|are|was|were) heard\\b': '"is handled", "is received"',
  'hinder(?:s|ed|ing)?\\b': '"block", "prevent"',
  'g(?:ive|ives|ave|iven|iving) up\\b': '"fail after n attempts", "stop", "cancel"',
  'gone for good': '"permanently deleted"',
  'in vain|for naught': '"without success", "fails"',
  'anew\\b': '"again", "recalculate", "reload"',
  beforehand: '"in advance", "before"',
  'hitherto|henceforth|thereby|wherein|thereof|whereof|thereupon|hereby|therewith': 'a plain connective',
  'lies? with\\b|lay with\\b': '"is stored with", "belongs to"',
  '(?<!\\bto )stands? (?:in|by itself|on its own|at|beside|behind|there|here|above|below|before|outside|with|under)\\b(?! for)':
    '"is in", "appears", "is shown"',
  'goes? on (?:with|where|after|when|until|from|without)\\b': '"continues", "resumes"',
  '(?:worked|works?|working) out\\b': '"calculate"',
  'looked into': '"preview", "open", "inspect"',
  'asks? anew': '"retry", "refetch"',
  'c(?:omes?|ame) of it\\b': '"the result", "the outcome"',
  'of late\\b': '"recently"',
  'by which way': '"from which source"',
  't(?:ake|akes|aken|aking|ook) back': '"undo", "revert", "revoke"',
  'mend(?:s|ed|ing)?\\b': '"fix", "repair", "correct"',
  'afresh\\b': '"again", "each time"',
  '(?:is|are|can be|to be) had\\b': '"is available", "serves"',
  'in step\\b': '"in sync"',
  'at the (?:most|least)\\b(?! \\w)': '"at most", "at least"',
}

/** Reported in documentation and the texts of the product: a comment may begin with what a name contains. */
const inTexts = {
  'what (?:it|they|he|one|someone|people|others|you|steward) (?:says?|said|tells?|told|holds?|asks?)\\b':
    'name the thing',
  [`${startOfSentence}(?:What|Whoever|Who|Whom|That which)\\b${statement}`]:
    'begin with the subject: name the thing or the person',
  'not any ?more|no more\\b(?! \\w)': '"no longer"',
  'this is no \\w+': 'say what to enter or choose',
  '(?<!there )is no (?:e-?mail|number|date|day|amount|rate|name)\\b': '"isn\'t a valid …"',
  '(?<!or )may not (?:be|contain|begin|end)\\b': '"can\'t", "must not"',
  'it is \\w+ that (?:asks?|says?|decides?|knows?|gives?)\\b': 'turn the sentence round',
}

const compiled = (phrases, inComments) =>
  Object.entries(phrases).map(([source, advice]) => ({
    source,
    pattern: new RegExp(
      `(?<!\\w)(?:${source.replaceAll(' ', String.raw`[\s*/]+`)})`,
      source.startsWith(startOfSentence) ? 'gu' : 'giu',
    ),
    advice,
    inComments,
  }))

/** `{ source, pattern, advice, inComments }` for each phrase. */
export const patterns = [...compiled(everywhere, true), ...compiled(inTexts, false)]
