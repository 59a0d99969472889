"""Weaker predecessors of the bundled theorems, with other proofs: the leak scan must spare them."""

PREDECESSORS: dict[str, str] = {
    "sample-regret/thm:upper": r"""
\begin{theorem}
Let all losses lie in $[0,1]$ and let the learner know $N$, $T$ and $d$. For all integers $N\ge 2$, $T\ge 1$ and
$d\ge 0$ there is a learner for lag $d$ whose regret satisfies $\mathrm{Reg}_T\le 2d+4\sqrt{(d+1)\,T\ln N}$ against
every environment that fixes its losses in advance.
\end{theorem}
\begin{proof}
Use one copy of multiplicative weights, and update it whenever a vector comes in, however old that vector is.
Compare its play with that of the same algorithm without delay: in each round the two weight vectors differ by at
most $d$ updates, and an update moves the vector by at most $2\eta$ in $\ell_1$ norm. Delay therefore costs $2\eta
d$ in each round. Add $\ln N/\eta+\eta T$ for the play without delay, choose $\eta$ so that the two sides balance,
and charge $1$ for each of the first rounds, in which nothing was reported.
\end{proof}
""",
    "sample-regret/thm:lower": r"""
\begin{theorem}
Let $N\ge 2$ and $d\ge 0$ be integers and let $T\ge 16(d+1)$. For every learner for lag $d$ there is a sequence of
losses in $\{0,1\}^N$, fixed in advance, on which $\mathrm{Reg}_T\ge\frac1{16}\sqrt{(d+1)T}$.
\end{theorem}
\begin{proof}
Two experts are enough; copy the second as often as needed. Toss a fair coin for every stretch of $d+1$ rounds, and
let the first expert be wrong throughout the stretch on heads, the second on tails. Nobody can act on a toss before
its stretch is over, so any learner is wrong half of the time on average. The number of heads is binomial; by Paley
and Zygmund it misses its mean by a quarter of its standard deviation with constant probability, and the rarer side
then errs that much less than half.
\end{proof}
""",
    "sample-private/thm:main": r"""
\begin{theorem}
Suppose that a solver $\mathsf{S}$ answers a question with $q$ answers correctly on $m$ records with probability
$\frac34$, and that its runs use fresh coins. Then for all $\varepsilon,\delta\in(0,1)$ some
$(\varepsilon,\delta)$-differentially private map answers the question with confidence $1-\beta$ on
$n=O(m\,\varepsilon^{-1}\ln(1/(\beta\delta)))$ records.
\end{theorem}
\begin{proof}
Subsample and aggregate: split the data, run $\mathsf{S}$ on every part, and look at the most frequent answer
together with its distance to instability, which is half the gap to the runner-up. Release the distance with Laplace
noise; if the noisy value exceeds $\ln(1/\delta)/\varepsilon$, publish the winner, otherwise publish nothing.
Stability makes this private. A Chernoff bound shows that the gap is linear in the number of parts, and so the test
passes.
\end{proof}
""",
    "sample-private/thm:packing": r"""
\begin{theorem}
For every finite set of answers with $q\ge 2$ elements there is a question that some solver answers from one record
without ever failing, such that every $\varepsilon$-differentially private map that is right with probability at
least $\frac12$ needs $n\ge\frac{1}{4\varepsilon}\ln q$ records, provided that $\varepsilon\le 1$.
\end{theorem}
\begin{proof}
A dataset that consists of one repeated record determines its answer. Two such datasets can be joined by a path of
$n$ replacements, along which no probability can fall by more than the factor $e^{\varepsilon}$ a step. The events
of answering correctly are disjoint for different records, and each of them keeps a fair share even at the far end
of its path; there is room for few of them.
\end{proof}
""",
    "sample-sketching/thm:main": r"""
\begin{theorem}
Let the rows be drawn independently and uniformly, let $d\ge 2$ and $0<\varepsilon<\frac14$. Every row-sampling
sketch with $m$ rows that is $(\varepsilon,\frac13)$-accurate for $d$ attributes satisfies
$m\ge\frac{1}{100\,\varepsilon^2}$.
\end{theorem}
\begin{proof}
Already one attribute requires this. Telling a coin of bias $\varepsilon$ from one of bias $-\varepsilon$ with error
$\frac13$ takes that many tosses: by Pinsker, the total variation between the two laws of $m$ tosses is at most a
constant times $\varepsilon\sqrt m$, and a sketch that estimates the frequency within $\varepsilon/2$ tells them
apart.
\end{proof}
""",
}
