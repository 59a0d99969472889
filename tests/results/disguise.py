"""The same study in another dress: Parquet, other columns, another judge, models by their providers, another order of rows."""

from pathlib import Path

import numpy as np
import polars as pl

from tests.results.margins import ALTERNATIVE, Tables


def write_disguised(study: Tables, folder: Path, seed: int) -> list[str]:
    """The files, as arguments of `report`; nothing that a table counts is changed."""
    generator = np.random.default_rng(seed)
    rows = [dict(row) for row in study.runs]
    generator.shuffle(rows)
    for row in rows:
        row |= {"model": f"bedrock/{row['model']}", "note": "a: b", "purpose": row.get("purpose", "comparison")}
        if row["outcome"] == "submitted":
            row["verdicts"] = {**row["verdicts"], "third": bool(generator.random() < 0.5)}
        if row["purpose"] == "calibration":  # under the name of the system that is compared
            row["system"] = f"{row['model'].removeprefix('bedrock/')}-{row['effort']}/discussion-10"
    of = [{**row, "title": "x: y"} for row in study.challenges]
    generator.shuffle(of)
    files = {name: folder / f"{name}.parquet" for name in ("results", "challenges")}
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(files["results"])
    pl.DataFrame(of).with_columns(pl.col("first_version_date").str.to_date()).write_parquet(files["challenges"])
    study.write(folder)
    words = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    return [*words, "--families", str(folder / "families.json"), "--alternative", ALTERNATIVE]
