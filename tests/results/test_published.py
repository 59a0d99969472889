"""The paper's numbers agree with one another, wherever two tables speak of the same."""

from tcsalgbench.results.published import published, same_family
from tcsalgbench.results.write import rounded

TABLES = published().tables
AREAS = ("AF", "DP", "LT", "Opt", "Samp", "Other")
ALL = published().challenges


def test_topics_add_up_and_are_the_totals_of_the_cutoff_table() -> None:
    cutoff = {(row["panel"], row["family"], row["effort"]): row for row in TABLES["cutoff"].rows}
    assert len(TABLES["topics"].rows) == len(cutoff) == 20
    for row in TABLES["topics"].rows:
        assert sum(row[area] for area in AREAS) == row["All"]
        assert cutoff[row["panel"], row["family"], row["effort"]]["all_accepted"] == row["All"]
        assert all(row[area] <= published().topic_totals[area] for area in AREAS)
    assert sum(published().topic_totals[area] for area in AREAS) == ALL == published().topic_totals["All"]


def test_cutoff_parts_add_up_and_have_the_printed_rates() -> None:
    for row in TABLES["cutoff"].rows:
        assert row["pre_accepted"] + row["post_accepted"] == row["all_accepted"]
        assert row["pre_total"] + row["post_total"] == row["all_total"] == ALL
        for part in ("pre", "post", "all"):
            assert rounded(100 * row[f"{part}_accepted"] / row[f"{part}_total"]) == rounded(row[f"{part}_rate"])


def test_rates_are_those_of_their_counts() -> None:
    for name in ("models_direct", "workflows"):
        for row in TABLES[name].rows:
            for metric in ("seed1", "coverage"):
                assert rounded(100 * row[f"{metric}_accepted"] / ALL) == rounded(row[f"{metric}_rate"])


def test_verifiers_start_from_the_coverage_of_the_other_tables() -> None:
    coverage = {(row["family"], row["effort"]): row["All"] for row in TABLES["topics"].rows if row["panel"] == "coverage"}
    for row in TABLES["verifiers"].rows:
        assert row["majority"] == coverage[row["family"], row["effort"]]
        assert row["alternative"] - row["majority"] == row["delta"]
    workflows = {row["workflow"]: row["coverage_accepted"] for row in TABLES["workflows"].rows}
    for row in TABLES["verifiers_workflows"].rows:
        assert row["majority"] == workflows[row["workflow"]]
        assert row["alternative"] - row["majority"] == row["delta"]


def test_overlaps_have_the_coverage_of_each_effort() -> None:
    coverage = {(row["family"], row["effort"]): row for row in TABLES["cutoff"].rows if row["panel"] == "coverage"}
    parts = {"pre": "pre_accepted", "post": "post_accepted", "total": "all_accepted"}
    for row in TABLES["efforts"].rows:
        assert row["overlap"] + row["a_only"] == coverage[row["family"], row["a"]][parts[row["split"]]]
        assert row["overlap"] + row["b_only"] == coverage[row["family"], row["b"]][parts[row["split"]]]


def test_calibration_rates_are_shares_of_all_challenges() -> None:
    for row in TABLES["calibration"].rows:
        assert rounded(100 * round(row["acceptance"] * ALL / 100) / ALL) == rounded(row["acceptance"])


def test_formal_statements_add_up_over_the_same_topics() -> None:
    rows = {row["area"]: row for row in TABLES["lean"].rows}
    assert sum(rows[area]["retained"] for area in AREAS) == rows["All"]["retained"] == 221
    assert {area: row["total"] for area, row in rows.items()} == dict(published().topic_totals)


def test_every_table_says_where_it_stands_in_the_paper() -> None:
    assert all(table.label and table.title for table in TABLES.values())


def test_a_family_is_known_under_the_names_that_providers_give_it() -> None:
    assert same_family("claude-opus-4-8", "Opus 4.8")
    assert same_family("bedrock/claude-opus-4.8", "Opus 4.8")
    assert same_family("gpt-5.6-sol", "GPT-5.6 Sol")
    assert not same_family("GPT-5.5", "GPT-5.6 Sol")
    assert not same_family(None, "GPT-5.5")
