/** Rows of no sale are few, and some of them are looked for: gaps and what became of them. */
export const sql = `
CREATE INDEX journal_register ON journal (code) WHERE sale_id IS NULL;
`
