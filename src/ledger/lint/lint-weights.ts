/**
 * How much each property of a passage speaks for a decision without an alternative, and for a claim that something was checked.
 * Fitted by `npm run lint:fit` on the sessions with faults and the examples of `bench/worth`; do not edit.
 */
export const LINT_WEIGHTS = `
 0.16  0.00  0.00 act:abandon
-0.12  0.00  0.00 act:answer
-0.49  0.00  0.00 act:attempt
 0.56  0.00  0.00 act:commit
-0.40  0.00  0.00 act:doubt
-0.68  0.00  0.00 act:fail
 0.05  0.00  0.00 act:plan
-0.15  0.00  0.00 act:result
 0.28  0.00  0.00 act:rule
-0.49  0.00  0.00 act:turn
-0.78  0.85 -0.53 all good
-0.56  0.00  0.00 alternative before
-1.73  0.00  0.00 alternative own
-1.76 -0.89 -0.95 always
-1.26  0.00  0.00 answers note
-0.93 -1.19 -1.25 asks
-2.28 -1.87 -3.12 at end
 0.58 -0.62 -0.10 author adopt
 2.10  0.00  3.08 author adopt:past
 2.81  0.00  3.89 author answer:past
-0.37  0.00 -0.58 author attempt
-0.12  0.00 -0.31 author attempt:past
 0.97  0.42  1.32 author build
 0.52  0.99  0.71 author build:past
-1.27 -0.75 -1.18 author look
 0.03  0.83  0.07 author look:past
 0.73 -0.47  0.87 author modal
 3.44  0.00  3.44 author progressive
-0.20  0.00 -0.94 author reports
-1.25  0.00 -0.57 author result
-0.28 -0.45  0.75 author result:past
-2.27 -0.99 -2.20 author state
-0.28  0.49 -1.04 author state:past
 1.50  0.00  1.93 author stop
-0.79  0.00  0.00 begins:a
-0.85  0.00  0.00 begins:and
-0.72  0.00  0.00 begins:as
 0.26  0.00  0.00 begins:for
 2.42  0.00  0.00 begins:from
 0.10  0.00  0.00 begins:i
-0.58  0.00  0.00 begins:if
-1.30  0.00  0.00 begins:in
 0.06  0.00  0.00 begins:it
-0.30  0.00  0.00 begins:let
-1.06  0.00  0.00 begins:my
-0.29  0.00  0.00 begins:next
-1.28  0.00  0.00 begins:no
-0.37  0.00  0.00 begins:not
-1.25  0.00  0.00 begins:on
-1.20  0.00  0.00 begins:one
 0.56  0.00  0.00 begins:she
-0.15  0.00  0.00 begins:since
 0.85  0.00  0.00 begins:so
-1.05  0.00  0.00 begins:that
 0.13  0.00  0.00 begins:the
-0.62  0.00  0.00 begins:there
 0.69  0.00  0.00 begins:they
-1.13  0.00  0.00 begins:three
-0.79  0.00  0.00 begins:to
-1.14  0.00  0.00 begins:two
-0.17  0.00  0.00 begins:we
-1.04  0.00  0.00 begins:what
-1.43  0.00  0.00 begins:with
-1.09  0.00  0.00 bracket
-0.55 -0.27 -0.49 brief
 0.29  0.04  0.66 changes to
-1.48 -1.18 -1.89 cites
 1.30  0.00  0.00 clock
-0.67 -0.38 -0.82 code
-0.51  0.00 -1.38 comparative
-1.21 -0.10 -1.47 denies
-0.72  0.67 -0.83 examines
-0.53  0.60 -0.48 examines all
-0.80  0.75 -0.71 examines and good
-1.39  0.00 -1.81 exclamation
-0.74 -0.84 -1.03 fault named
-0.06  0.00  0.00 first main:can
-0.26  0.00  0.00 first main:command
 0.69  0.00  0.00 first main:does
-1.32  0.00  0.00 first main:done
-0.52  0.00  0.00 first main:has done
-0.31  0.00  0.00 first main:is done
 0.81  0.00  0.00 first main:must
 0.49  0.00  0.00 first main:none
-0.88  0.00  0.00 first main:past
 0.44  0.00  0.00 first main:present
-0.37  0.00  0.00 first main:was
-0.08  0.00  0.00 first main:was done
 0.67  0.00  0.00 first main:will
-0.53  0.00  0.00 first main:would
-0.67  0.00  0.00 first points back
 0.68  0.00  0.00 first subject:author
 0.06  0.00  0.00 first subject:bare
-0.41  0.00  0.00 first subject:determined
-0.69  0.00  0.00 first subject:name
 0.21  0.00  0.00 first subject:number
-0.58  0.00  0.00 first subject:others
 0.64  0.00  0.00 first subject:pointer
-0.40  0.00  0.00 first:cause
 0.29  0.00  0.00 first:first
 0.26  0.00  0.00 first:i
 0.08  0.00  0.00 first:idle
-0.16  0.00  0.00 first:it
-0.27  0.00  0.00 first:look
 0.32  0.00  0.00 first:look:past
 0.34  0.00  0.00 first:we
 1.62 -0.16  2.05 from then
 1.29  0.00  1.63 gerund adopt
 0.17 -0.81  0.46 gerund build
 0.74 -0.41  1.04 gerund first
-0.88  0.89 -0.74 good
-1.55 -1.76 -2.65 has confidence
-1.10  0.00 -1.47 has evidence
 0.17 -0.14  0.42 has:adopt
 0.36  0.69  1.15 has:adopt:past
-0.04  0.51  0.22 has:all
-0.30  0.56 -0.35 has:answer
-0.57  1.18 -0.80 has:answer:past
-1.00 -0.40 -1.78 has:ask
-0.28  0.31 -0.26 has:attempt
-0.62  0.95 -0.87 has:attempt:past
-0.59  0.11 -0.70 has:back
-0.79 -0.89 -1.08 has:bad
-0.04  0.21  0.00 has:be
 0.71 -0.59  0.55 has:build
 0.31 -0.25  0.49 has:build:past
-0.79 -0.95 -2.02 has:but
-0.17 -0.35 -0.25 has:cause
-0.22 -0.11 -0.33 has:day
-1.07 -0.33 -1.84 has:doubt
 3.98  0.00  2.63 has:doubt:past
-0.33  0.55 -0.33 has:end
-0.35  0.02 -0.68 has:fail
-1.43  0.32 -1.97 has:fail:past
-0.21 -1.06 -0.18 has:first
-0.35 -0.42 -0.41 has:future
-1.16  0.14 -0.97 has:goal
 0.87  0.20  0.33 has:good
-0.17 -0.05  0.09 has:i
-0.04 -0.56 -0.20 has:idle
-0.98 -0.84 -1.48 has:instead
-0.27 -0.20 -0.70 has:it
-0.44 -0.89 -0.65 has:look
-0.13  1.05 -0.16 has:look:past
-2.08 -0.86 -1.59 has:maybe
-0.83 -0.62 -1.49 has:modal
 0.71 -1.26  1.04 has:money
-1.52 -0.16 -1.17 has:never
-0.03 -0.34  0.43 has:nobody
-0.79  0.01 -0.84 has:not
 0.32 -0.48  1.15 has:now
-0.95  0.08 -0.94 has:only
-0.27  0.12 -0.39 has:person
-0.75 -0.39 -0.70 has:plan
 0.75  0.06  0.60 has:result
-0.76  1.30 -0.89 has:result:past
 0.93 -1.33  0.73 has:standing
 0.32 -0.45  0.40 has:state
-0.78 -0.05 -0.73 has:state:past
-0.94 -1.07 -1.94 has:still
-0.53 -0.54 -0.54 has:stop
-0.91  0.85 -0.96 has:stop:past
-0.51 -2.03 -1.21 has:unknown
 0.28 -0.25  0.58 has:we
-0.82  0.00  0.00 heading
-0.61  0.00  0.00 hypothetical
-2.29  0.00  0.00 in session
-1.14  0.00 -2.41 is revision
-0.81  0.00  0.00 item
-0.57  0.00  0.00 items
-0.18  0.00  0.00 known words
-1.08  0.00  0.00 last main:can
 1.47  0.00  0.00 last main:command
-0.12  0.00  0.00 last main:did
 0.22  0.00  0.00 last main:does
 0.26  0.00  0.00 last main:done
 0.98  0.00  0.00 last main:has done
-0.11  0.00  0.00 last main:is
-0.57  0.00  0.00 last main:is done
-0.13  0.00  0.00 last main:may
-0.76  0.00  0.00 last main:must
 0.15  0.00  0.00 last main:none
-0.17  0.00  0.00 last main:past
 0.21  0.00  0.00 last main:present
-0.26  0.00  0.00 last main:was
-0.26  0.00  0.00 last main:was done
-0.89  0.00  0.00 last main:will
-0.53  0.00  0.00 last main:would
-0.06  0.00  0.00 last verdict:against
-0.06  0.00  0.00 last verdict:for
-0.37  0.00  0.00 last verdict:pending
 0.79  0.00  0.00 last:adopt:past
-0.43  0.00  0.00 last:back
 0.34  0.00  0.00 last:build:past
-1.16  0.00  0.00 last:doubt
 0.75  0.00  0.00 last:now
-0.26  0.00  0.00 last:stop:past
 0.02 -0.38 -0.37 length
-0.81  1.44 -1.85 lists
-1.24 -0.11 -2.28 long
-1.07  0.00  0.00 main:can
 0.73  0.00  0.00 main:command
-0.13  0.00  0.00 main:did
 0.16  0.00  0.00 main:does
 0.06  0.00  0.00 main:done
 0.51  0.00  0.00 main:has done
 0.08  0.00  0.00 main:is
 1.03  0.00  0.00 main:is done
-0.05  0.00  0.00 main:may
 0.57  0.00  0.00 main:must
 0.17  0.00  0.00 main:none
-0.32  0.00  0.00 main:past
 0.40  0.00  0.00 main:present
-0.33  0.00  0.00 main:was
-0.37  0.00  0.00 main:was done
 0.43  0.00  0.00 main:will
-0.57  0.00  0.00 main:would
-0.12  0.00  0.00 mark:;
 1.01 -0.58  1.06 names
 0.47  0.00  0.00 new topic
-0.59  1.42 -0.87 no fault
-0.36  0.00 -0.77 not good
 1.24  0.00  0.00 novelty
-0.24 -0.92 -0.79 numbers:1
-1.01 -0.95 -1.20 numbers:2
 0.07  0.00  0.00 past share
 0.36  0.00  0.00 points back
-0.30 -0.82 -0.91 question
-1.32 -1.37 -1.35 quotation
-0.24 -1.05  0.09 reported
-0.12  0.00  0.00 semicolon
 0.22  0.00  0.00 sentences:2
-2.24  0.00  0.00 share:command
-1.02  0.00  0.00 share:did
-0.06  0.00  0.00 share:does
 0.29  0.00  0.00 share:done
-0.27  0.00  0.00 share:had
 0.23  0.00  0.00 share:has done
 0.22  0.00  0.00 share:is
 0.85  0.00  0.00 share:is done
-1.18  0.00  0.00 share:may
 0.54  0.00  0.00 share:must
 0.39  0.00  0.00 share:past
-0.36  0.00  0.00 share:present
-0.56  0.00  0.00 share:was
 0.17  0.00  0.00 share:was done
-0.50  0.00  0.00 share:will
-1.26  0.00  0.00 share:would
 0.03 -0.03 -0.29 short
 0.35 -0.33  0.64 subject:author
 0.27 -0.04 -0.05 subject:bare
-0.35  0.45 -0.18 subject:determined
-0.75  0.00  0.00 subject:name
 0.52  0.00  0.10 subject:number
-0.20  0.00 -0.43 subject:others
 0.31  0.02  0.89 subject:pointer
-1.57  0.00  0.00 symbol
 0.13  0.14  0.04 tail
 2.44  0.00  2.45 tail:adopt:past
 0.05  0.00 -0.27 tail:answer:past
-0.53  1.24 -0.05 tail:build:past
-0.04  0.00 -0.37 tail:fail:past
-1.21  0.25 -0.86 tail:look:past
 1.11  0.00  0.83 tail:result:past
 1.32  1.35  1.64 tail:state:past
 2.67  0.00  2.44 tail:stop:past
 0.98 -0.03  1.54 then brief
-0.16 -0.67 -0.23 then changes to
-1.23  1.50 -1.63 then examines
-1.36 -0.61 -2.40 then gerund first
-0.44  0.91 -0.81 then good
-1.23 -1.00 -1.67 then subject:author
 0.29  0.19  0.43 then subject:bare
 0.59 -0.10  0.60 then subject:determined
 0.68  0.00  0.89 then subject:number
 0.22  0.00  0.14 then subject:others
-0.16  0.35  0.97 then subject:pointer
-1.01 -0.84 -1.24 then tail
-1.17 -1.04 -1.79 then title
-0.18 -0.38  0.21 title
 0.17  0.00  0.00 titled
 0.22 -0.09  0.42 two sentences
-0.82  0.48 -1.24 unexamined
-0.12  0.00  0.00 verbs
-0.05  0.00  0.00 verdict:against
-0.09  0.00  0.00 verdict:for
-0.39  0.00  0.00 verdict:pending
 3.45 -1.75  3.86 will be
 1.70 -0.49  2.25 will do
 0.16 -0.54  0.54 will do to
-0.17  0.00  0.00 without verb
 0.00 -1.31  0.00 word:about
 0.00 -0.25  0.00 word:after
 0.00 -0.29  0.00 word:again
 0.00  0.72  0.00 word:all
 0.00  0.14  0.00 word:an
 0.00  0.84  0.00 word:and
 0.00  0.08  0.00 word:are
 0.00 -0.36  0.00 word:as
 0.00 -0.41  0.00 word:at
 0.00 -1.54  0.00 word:back
 0.00 -0.87  0.00 word:be
 0.00 -0.57  0.00 word:because
 0.00  1.75  0.00 word:been
 0.00 -1.23  0.00 word:before
 0.00 -0.51  0.00 word:both
 0.00 -0.76  0.00 word:but
 0.00  0.06  0.00 word:can
 0.00 -1.05  0.00 word:could
 0.00  0.57  0.00 word:did
 0.00 -0.74  0.00 word:do
 0.00 -1.97  0.00 word:does
 0.00 -0.93  0.00 word:each
 0.00  0.44  0.00 word:every
 0.00 -0.52  0.00 word:for
 0.00 -0.60  0.00 word:from
 0.00  0.35  0.00 word:had
 0.00 -0.17  0.00 word:has
 0.00 -0.12  0.00 word:have
 0.00 -1.22  0.00 word:he
 0.00 -1.53  0.00 word:her
 0.00 -0.58  0.00 word:here
 0.00 -0.80  0.00 word:how
 0.00  0.49  0.00 word:i
 0.00 -0.52  0.00 word:i'll
 0.00 -0.65  0.00 word:i'm
 0.00 -1.12  0.00 word:i've
 0.00 -1.69  0.00 word:if
 0.00 -0.45  0.00 word:in
 0.00  0.38  0.00 word:it
 0.00 -0.61  0.00 word:it's
 0.00 -1.15  0.00 word:its
 0.00 -0.89  0.00 word:let
 0.00  0.16  0.00 word:may
 0.00 -0.06  0.00 word:more
 0.00 -0.30  0.00 word:must
 0.00  0.89  0.00 word:my
 0.00  0.58  0.00 word:new
 0.00  0.21  0.00 word:no
 0.00 -0.34  0.00 word:nobody
 0.00 -0.69  0.00 word:not
 0.00  1.18  0.00 word:nothing
 0.00  0.08  0.00 word:now
 0.00  0.07  0.00 word:of
 0.00  1.41  0.00 word:off
 0.00  0.57  0.00 word:on
 0.00 -0.64  0.00 word:once
 0.00  0.19  0.00 word:one
 0.00 -1.93  0.00 word:only
 0.00 -0.33  0.00 word:or
 0.00 -0.87  0.00 word:other
 0.00 -0.64  0.00 word:our
 0.00  0.25  0.00 word:out
 0.00 -0.27  0.00 word:over
 0.00 -0.21  0.00 word:same
 0.00 -0.62  0.00 word:she
 0.00  0.05  0.00 word:should
 0.00 -1.02  0.00 word:since
 0.00 -0.13  0.00 word:so
 0.00 -0.24  0.00 word:that
 0.00  0.35  0.00 word:the
 0.00 -0.10  0.00 word:then
 0.00  0.50  0.00 word:there
 0.00 -0.50  0.00 word:there's
 0.00 -0.42  0.00 word:they
 0.00 -0.51  0.00 word:this
 0.00 -0.57  0.00 word:three
 0.00  0.95  0.00 word:through
 0.00 -0.13  0.00 word:to
 0.00  1.04  0.00 word:too
 0.00 -0.60  0.00 word:two
 0.00  0.73  0.00 word:under
 0.00 -1.03  0.00 word:until
 0.00 -0.31  0.00 word:up
 0.00  0.13  0.00 word:was
 0.00  0.08  0.00 word:we
 0.00 -0.08  0.00 word:what
 0.00  1.11  0.00 word:when
 0.00 -0.19  0.00 word:which
 0.00 -1.21  0.00 word:who
 0.00 -0.32  0.00 word:why
 0.00 -0.30  0.00 word:will
 0.00  0.31  0.00 word:with
 0.00  1.48  0.00 word:without
 0.00 -0.88  0.00 word:would
 0.15  0.00  0.00 words per sentence
`;
