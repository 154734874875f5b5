/**
 * How much each property of a passage speaks for a decision without an alternative, and for a claim that something was checked.
 * Fitted by `npm run lint:fit` on the sessions with faults and the examples of `bench/worth`; do not edit.
 */
export const LINT_WEIGHTS = `
-0.90  0.80 all good
-0.03  0.61 all past
-0.66  0.00 alternative before
-1.81  0.00 alternative own
-1.00 -1.23 always
-1.41  0.00 answers note
-1.09 -1.00 asks
-2.69 -1.64 at end
 0.72 -0.37 author adopt
 2.49  0.00 author adopt:past
 3.63  0.00 author answer:past
-0.54  0.00 author attempt
-0.18  0.00 author attempt:past
 1.21  0.50 author build
 0.90  0.76 author build:past
-1.21 -0.63 author look
-0.20  0.81 author look:past
 0.37 -0.51 author modal
 3.03  0.00 author progressive
-0.67  0.00 author reports
-0.75  0.00 author result
-0.04 -0.49 author result:past
-1.79 -1.06 author state
-0.69  0.50 author state:past
 1.47  0.00 author stop
-0.73 -0.32 brief
 0.31  0.10 changes to
-1.68 -1.12 cites
-0.35 -0.19 code
-0.68  0.00 comparative
-1.44 -0.03 denies
-0.78  0.72 examines
-0.47  0.50 examines all
-0.79  0.89 examines and good
-1.27  0.00 exclamation
-1.12 -0.95 fault named
 1.81 -0.15 from then
 1.65  0.00 gerund adopt
 0.26 -0.68 gerund build
 0.83 -0.24 gerund first
-0.91  0.86 good
-1.65 -1.35 has confidence
-1.25  0.00 has evidence
 0.31 -0.09 has:adopt
 0.87  0.24 has:adopt:past
 0.37  0.49 has:all
-0.40  0.54 has:answer
-0.74  1.17 has:answer:past
-1.30 -0.29 has:ask
-0.13  0.20 has:attempt
-1.19  0.88 has:attempt:past
-0.78 -0.00 has:back
-1.08 -0.56 has:bad
-0.08  0.18 has:be
 0.70 -0.53 has:build
 0.38 -0.47 has:build:past
-1.45 -0.89 has:but
-0.09 -0.27 has:cause
-0.42 -0.10 has:day
-1.72 -0.36 has:doubt
 3.51  0.00 has:doubt:past
-0.50  0.57 has:end
-0.57  0.12 has:fail
-1.97  0.15 has:fail:past
-0.01 -0.83 has:first
-0.40 -0.45 has:future
-1.13  0.05 has:goal
 0.75  0.30 has:good
-0.07  0.03 has:i
 0.27 -0.43 has:idle
-0.85 -0.95 has:instead
-0.61 -0.21 has:it
-0.67 -0.81 has:look
-0.11  0.62 has:look:past
-1.84 -0.77 has:maybe
-0.88 -0.40 has:modal
 0.89 -0.80 has:money
-1.36  0.00 has:never
-0.29 -0.30 has:nobody
-0.76  0.08 has:not
 1.34 -0.26 has:now
-0.85 -0.09 has:only
-0.45 -0.01 has:person
-0.85 -0.37 has:plan
 0.72  0.07 has:result
-0.91  1.29 has:result:past
 1.23 -1.04 has:standing
 0.34 -0.50 has:state
-0.69 -0.07 has:state:past
-1.30 -1.13 has:still
-0.51 -0.69 has:stop
-0.97  0.49 has:stop:past
-0.97 -1.81 has:unknown
 0.49 -0.34 has:we
-2.29 -1.10 in session
-1.14  0.00 is revision
-0.21 -0.10 known words
-0.00 -0.21 length
-1.77  1.34 lists
-1.90  0.16 long
-0.57 -0.59 main:can
-0.50  0.11 main:command
 1.20  1.15 main:does
-0.92  0.21 main:done
-0.20  0.70 main:has done
-0.17  0.13 main:is
 0.17  0.24 main:is done
-0.10 -0.63 main:may
 1.51 -0.56 main:must
 0.40 -0.32 main:none
-1.12 -0.30 main:past
 0.72  0.25 main:present
-0.57 -0.27 main:was
-0.46  1.31 main:was done
 0.34 -0.59 main:will
-0.96 -0.45 main:would
 1.21 -0.42 names
 0.44  0.51 new topic
 0.01 -0.06 new words
-0.74  1.24 no fault
-0.43  0.00 not good
 1.44  0.69 novelty
-0.29 -0.71 numbers:1
-0.73 -0.88 numbers:2
-0.85 -0.78 question
-1.30 -1.32 quotation
-0.21 -1.08 reported
-0.19 -0.17 share:can
 0.76 -0.12 share:command
-1.07 -0.20 share:did
 0.02 -0.32 share:does
 0.34  1.25 share:done
-0.87  0.00 share:had
 0.96  0.32 share:has done
 0.01 -0.08 share:is
 0.59  0.30 share:is done
-1.44 -0.13 share:may
-0.12 -0.09 share:must
 0.35  0.46 share:past
-0.33  0.13 share:present
-0.56  0.30 share:was
-0.44 -0.18 share:was done
 0.17 -0.43 share:will
-1.43 -0.58 share:would
-0.25 -0.04 short
 0.19  0.15 some past
 0.81 -0.34 subject:author
 0.12  0.02 subject:bare
-0.63  0.37 subject:determined
 0.99  0.00 subject:number
-0.12  0.00 subject:others
 0.63 -0.06 subject:pointer
 0.11  0.19 tail
 2.73  0.00 tail:adopt:past
-0.14  0.00 tail:answer:past
-0.47  1.44 tail:build:past
-1.07  0.73 tail:look:past
 0.71  0.00 tail:result:past
 0.99  1.18 tail:state:past
 2.74  0.00 tail:stop:past
 1.22 -0.10 then brief
-0.17 -0.32 then changes to
-1.54  1.13 then examines
-1.35 -0.38 then gerund first
-0.10  0.88 then good
-1.18 -0.88 then subject:author
 0.41  0.05 then subject:bare
 0.58  0.05 then subject:determined
 0.18  0.00 then subject:number
 0.48  0.00 then subject:others
 0.77  0.16 then subject:pointer
-0.84 -0.69 then tail
-1.66 -0.65 then title
 0.22 -0.26 title
 0.41 -0.13 two sentences
-1.17 -0.19 unexamined
 3.57 -1.00 will be
 1.69 -0.42 will do
 0.21 -0.36 will do to
 0.00 -0.06 word:a
 0.00 -0.87 word:about
 0.00 -0.09 word:after
 0.00 -0.33 word:again
 0.00  0.61 word:all
 0.00  0.19 word:an
 0.00  0.88 word:and
 0.00  0.07 word:are
 0.00 -0.30 word:as
 0.00 -0.30 word:at
 0.00 -1.26 word:back
 0.00 -0.77 word:be
 0.00 -0.38 word:because
 0.00  1.78 word:been
 0.00 -1.13 word:before
 0.00 -0.35 word:both
 0.00 -0.69 word:but
 0.00  0.07 word:by
 0.00 -0.60 word:could
 0.00  0.71 word:did
 0.00 -0.45 word:do
 0.00 -1.68 word:does
 0.00 -0.98 word:each
 0.00  0.45 word:every
 0.00 -0.47 word:for
 0.00 -0.55 word:from
 0.00  0.20 word:had
 0.00 -0.16 word:has
 0.00 -0.27 word:have
 0.00 -0.92 word:he
 0.00 -1.65 word:her
 0.00 -0.51 word:here
 0.00 -0.63 word:how
 0.00  0.42 word:i
 0.00 -0.28 word:i'll
 0.00 -0.55 word:i'm
 0.00 -1.09 word:i've
 0.00 -1.77 word:if
 0.00 -0.46 word:in
 0.00 -0.13 word:into
 0.00  0.15 word:is
 0.00  0.29 word:it
 0.00 -0.66 word:it's
 0.00 -1.06 word:its
 0.00 -0.64 word:let
 0.00  0.38 word:may
 0.00 -0.17 word:must
 0.00  0.72 word:my
 0.00  0.78 word:new
 0.00  0.09 word:no
 0.00 -0.30 word:nobody
 0.00 -0.70 word:not
 0.00  0.67 word:nothing
 0.00  0.10 word:now
 0.00  0.10 word:of
 0.00  1.15 word:off
 0.00  0.58 word:on
 0.00 -0.63 word:once
 0.00  0.32 word:one
 0.00 -1.67 word:only
 0.00 -0.28 word:or
 0.00 -0.80 word:other
 0.00 -0.77 word:our
 0.00  0.21 word:out
 0.00 -0.23 word:over
 0.00 -0.45 word:same
 0.00 -0.24 word:she
 0.00 -0.92 word:since
 0.00 -0.14 word:that
 0.00  0.30 word:the
 0.00 -0.67 word:then
 0.00  0.50 word:there
 0.00 -0.06 word:there's
 0.00 -0.16 word:they
 0.00 -0.62 word:this
 0.00 -0.68 word:three
 0.00  0.89 word:through
 0.00 -0.30 word:to
 0.00  1.35 word:too
 0.00 -0.62 word:two
 0.00  0.96 word:under
 0.00 -0.86 word:until
 0.00 -0.40 word:was
 0.00  0.05 word:we
 0.00 -0.37 word:what
 0.00  0.97 word:when
 0.00  0.09 word:which
 0.00 -1.14 word:who
 0.00 -0.25 word:why
 0.00 -0.29 word:will
 0.00  0.27 word:with
 0.00  1.40 word:without
 0.00 -0.56 word:would
`;
